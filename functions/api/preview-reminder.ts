import { digestOf } from '#functions/domain/digests.ts';
import { staff } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { reminderCalls } from '#shared/contract/reminders.ts';
import { reminders } from '#shared/reminders.ts';

export const handler = lambda(reminderCalls, 'preview-reminder', staff, async ({ query, now }) => ({
  subject: reminders[query.file].subject,
  lines: await digestOf(query.file, now),
}));
