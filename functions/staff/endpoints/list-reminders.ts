import { lambda } from '#core/request/lambda.ts';
import { staff } from '#functions/people/index.ts';
import { reminderCalls } from '#shared/contract/reminders.ts';
import { readReminders } from '../read-reminders.ts';

export const handler = lambda(reminderCalls, 'list-reminders', staff, readReminders);
