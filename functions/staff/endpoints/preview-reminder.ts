import { lambda } from '#core/request/lambda.ts';
import { staff } from '#functions/people/index.ts';
import { reminderCalls } from '#shared/contract/reminders.ts';
import { reminders } from '#shared/reminders.ts';
import { digestOf } from '../digests.ts';

export const handler = lambda(reminderCalls, 'preview-reminder', staff, async ({ query, now }) => ({
  subject: reminders[query.file].subject,
  lines: await digestOf(query.file, now),
}));
