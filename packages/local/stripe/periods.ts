import type { Price } from './objects.ts';

/**
 * When a period ends that begins at `start`. Months count from the anchor, so that a subscription of the
 * 31st renews on the last day of a shorter month and on the 31st again after it. Times are in seconds.
 */
export function periodEnd(start: number, anchor: number, { interval }: Price['recurring']): number {
  const months = interval === 'year' ? 12 : 1;
  let count = 1;
  while (addMonths(anchor, count * months) <= start) count++;
  return addMonths(anchor, count * months);
}

/** The same day and time some months later, or the last day of a month that is too short. */
function addMonths(time: number, months: number): number {
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}
