import type Stripe from 'stripe';
import { times } from './objects.ts';

type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;

/**
 * When a period ends that begins at `start`. Months count from the anchor, so that a subscription of the
 * 31st renews on the last day of a shorter month and on the 31st again after it. Times are in seconds.
 */
export function periodEnd(start: number, anchor: number, recurring: Recurring): number {
  const { interval, interval_count } = recurring;
  if (interval === 'day' || interval === 'week')
    return start + interval_count * times.day * (interval === 'week' ? 7 : 1);
  const months = interval_count * (interval === 'year' ? 12 : 1);
  let count = 1;
  while (addMonths(anchor, count * months) <= start) count++;
  return addMonths(anchor, count * months);
}

/** The same day and time some months later, or the last day of a month that is too short. */
export function addMonths(time: number, months: number): number {
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}
