/**
 * The digests for staff. The key is the reminder's `file`: the name of its digest in
 * `functions/staff/digests.ts`, and the end of its schedule's name.
 */
export const reminders = {
  'trials-ending': { name: 'Trials ending', subject: 'Trials that end within 5 days' },
  'past-due': { name: 'Past due', subject: 'Payments that are past due' },
  'paused-payments': { name: 'Paused payments', subject: 'Payments that are paused' },
  'unverified-sign-ups': {
    name: 'Unverified sign-ups',
    subject: 'Sign-ups that were not verified within 2 days',
  },
  builds: { name: 'Builds', subject: 'Builds that failed or hang' },
  'inactive-organizations': {
    name: 'Inactive organizations',
    subject: 'Organizations without a search for 30 days',
  },
  'quota-near-end': { name: 'Quota', subject: 'Organizations near the end of their daily quota' },
} as const satisfies Record<string, { name: string; subject: string }>;

export type ReminderFile = keyof typeof reminders;

export const reminderFiles = Object.keys(reminders) as [ReminderFile, ...ReminderFile[]];

/** Interval of a reminder in units; 0 means never. */
export interface Repetition {
  duration: number;
  unit: ReminderUnit;
}

export const reminderUnits = ['minutes', 'hours', 'days', 'weeks'] as const;
export type ReminderUnit = (typeof reminderUnits)[number];
