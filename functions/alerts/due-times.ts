import type { AlertFrequency } from '#shared/contract/saved-searches.ts';

const dayMs = 86_400_000;
/** Hour (UTC) at which daily and weekly alerts are run: before work begins in Europe, after it has ended in America. */
const hour = 6;
/** Sunday is 0. */
const monday = 1;

/**
 * When an alert is due for the next time after `now`: tomorrow or on Monday at six. Undefined for those that no clock
 * decides about.
 */
export function nextDue(frequency: AlertFrequency, now: Date): Date | undefined {
  if (frequency === 'never' || frequency === 'delivery') return undefined;
  let due = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour);
  const isLater = () => due > now.getTime();
  const isItsDay = () => frequency === 'daily' || new Date(due).getUTCDay() === monday;
  while (!isLater() || !isItsDay()) due += dayMs;
  return new Date(due);
}
