import { readReminders } from '#functions/domain/read-reminders.ts';
import { staff } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { reminderCalls } from '#shared/contract/reminders.ts';

export const handler = lambda(reminderCalls, 'list-reminders', staff, readReminders);
