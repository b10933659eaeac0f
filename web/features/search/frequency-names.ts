import type { AlertFrequency } from '#shared/contract/saved-searches.ts';

/** When alerts mail, for people. */
export const frequencyNames: Record<AlertFrequency, string> = {
  never: 'Never',
  daily: 'Every day',
  weekly: 'Every Monday',
  delivery: 'At each new version of the index',
};
