import { lambda } from '#core/request/lambda.ts';
import { recordProvider, staff } from '#functions/people/index.ts';
import { reminderCalls } from '#shared/contract/reminders.ts';
import { reminders } from '#shared/reminders.ts';
import { readReminders } from '../read-reminders.ts';
import { setRepetition } from '../reminder-schedules.ts';

export const handler = lambda(
  reminderCalls,
  'update-reminders',
  staff,
  async ({ body, principal, now, fail }) => {
    for (const { file, name, subject } of body) {
      const known = reminders[file];
      if (name !== known.name || subject !== known.subject) {
        throw fail('InvalidRequest', `Name and subject of ${file} cannot be changed.`);
      }
    }
    const object = { id: 'reminders', name: 'Reminders' };
    const set = Object.fromEntries(
      body.map(({ file, duration, unit }) => [file, `${duration} ${unit}`]),
    );
    await recordProvider(principal, { action: 'reminders.changed', object, details: set }, now);
    for (const { file, duration, unit } of body) await setRepetition(file, { duration, unit });
    return readReminders();
  },
);
