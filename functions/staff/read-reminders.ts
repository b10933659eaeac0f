import type { Reminder } from '#shared/contract/reminders.ts';
import { reminderFiles, reminders } from '#shared/reminders.ts';
import { getRepetition } from './reminder-schedules.ts';

/** All reminders as the portal shows them. */
export const readReminders = (): Promise<Reminder[]> =>
  Promise.all(
    reminderFiles.map(async (file) => ({
      ...reminders[file],
      file,
      ...(await getRepetition(file)),
    })),
  );
