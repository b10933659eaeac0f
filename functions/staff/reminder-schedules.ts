/**
 * How often each reminder repeats. Nothing but its schedule knows it: what it sends along when it fires says it in
 * the words of the page, and its expression in those of EventBridge.
 */

import {
  GetScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import * as z from 'zod';
import { callLimits } from '#core/runtime/call-limits.ts';
import { schedulePrefix } from '#core/runtime/config.ts';
import {
  type ReminderFile,
  type Repetition,
  reminderFiles,
  reminderUnits,
} from '#shared/reminders.ts';

const scheduler = new SchedulerClient(callLimits());

/** What a schedule hands to `send-reminders`. */
export const reminderInput = z.object({
  file: z.enum(reminderFiles),
  duration: z.number(),
  unit: z.enum(reminderUnits),
  /** Filled in by EventBridge; the same when an invocation is repeated. */
  scheduled_at: z.string(),
});

const nameOf = (file: ReminderFile) =>
  `${schedulePrefix('scheduler:GetSchedule Reminders')}-${file}`;

const readSchedule = (file: ReminderFile) =>
  scheduler.send(new GetScheduleCommand({ Name: nameOf(file) }));

const repetitionOf = (input: string | undefined): Repetition => {
  const { duration, unit } = reminderInput.parse(JSON.parse(input ?? ''));
  return { duration, unit };
};

export async function getRepetition(file: ReminderFile): Promise<Repetition> {
  const { Target } = await readSchedule(file);
  return repetitionOf(Target?.Input);
}

/** Has a reminder repeat in this way from now on. One that does so already goes on as it is. */
export async function setRepetition(file: ReminderFile, wanted: Repetition): Promise<void> {
  const { Target, FlexibleTimeWindow } = await readSchedule(file);
  const { duration, unit } = repetitionOf(Target?.Input);
  if (duration === wanted.duration && unit === wanted.unit) return;
  const on = wanted.duration > 0;
  schedulePrefix('scheduler:UpdateSchedule Reminders');
  // The schedule goes on to invoke its function in its role.
  schedulePrefix('iam:PassRole Reminders');
  await scheduler.send(
    new UpdateScheduleCommand({
      Name: nameOf(file),
      State: on ? 'ENABLED' : 'DISABLED',
      ScheduleExpression: on ? expressionOf(wanted) : 'rate(1 days)',
      FlexibleTimeWindow,
      Target: {
        ...Target!,
        Input: JSON.stringify({
          file,
          ...wanted,
          scheduled_at: '<aws.scheduler.scheduled-time>',
        }),
      },
    }),
  );
}

/** EventBridge knows no weeks. */
const expressionOf = ({ duration, unit }: Repetition) =>
  unit === 'weeks' ? `rate(${duration * 7} days)` : `rate(${duration} ${unit})`;
