import * as z from 'zod';
import { reminderFiles, reminderUnits } from '#shared/reminders.ts';
import type { Endpoint } from './endpoint.ts';
import { onlyMembers } from './only-members.ts';

const file = z.enum(reminderFiles);

const reminderSchema = z
  .object({
    name: z.string().max(200),
    file: file.meta({ description: 'Names the digest' }),
    subject: z.string().max(200),
    duration: z
      .int()
      .min(0)
      .max(1000)
      .meta({ description: 'Repeats every so many units; 0 is never' }),
    unit: z.enum(reminderUnits),
  })
  .meta({ id: 'Reminder' });

export type Reminder = z.output<typeof reminderSchema>;

export const reminderCalls = {
  'list-reminders': {
    method: 'GET',
    path: '/api/email_reminders',
    access: 'staff',
    tag: 'Administration',
    summary: 'Lists the digests that staff get by mail, and how often.',
    output: z.array(reminderSchema),
  },
  'update-reminders': {
    method: 'PUT',
    path: '/api/email_reminders',
    access: 'staff',
    tag: 'Administration',
    summary:
      'Changes how often reminders repeat. One that changes is sent at once if there is something to report.',
    body: z.array(reminderSchema).max(reminderFiles.length),
    output: z.array(reminderSchema),
  },
  'preview-reminder': {
    method: 'GET',
    path: '/api/admin/reminders/preview',
    access: 'staff',
    tag: 'Administration',
    summary: 'What a reminder would report now.',
    query: z.object({ file }),
    output: z.object({
      subject: z.string(),
      lines: z.array(
        z.object({
          text: z.string(),
          path: z.string().meta({ description: 'Page of the portal that shows it' }),
        }),
      ),
    }),
  },
  'send-reminder': {
    method: 'POST',
    path: '/api/admin/reminders/send',
    access: 'staff',
    tag: 'Administration',
    summary: 'Mails a reminder to the caller now, if there is something to report.',
    body: onlyMembers({ file }),
    output: z.object({ sent: z.boolean() }),
  },
} as const satisfies Record<string, Endpoint>;
