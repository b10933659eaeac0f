import { formatDay } from '#shared/format-day.ts';
import { lazily } from '#shared/lazily.ts';
import { limits } from '#shared/limits.ts';

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

// Made when first used: one takes milliseconds, and few pages need all.
const dateFormat = lazily(() => new Intl.DateTimeFormat('en', day));
const recentFormat = lazily(
  () => new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }),
);
const dateTimeFormat = lazily(() => new Intl.DateTimeFormat('en', { ...day, ...minute }));
const numberFormat = lazily(() => new Intl.NumberFormat('en'));

export function formatDate(iso: string): string {
  return dateFormat().format(new Date(iso));
}

/** For the latest things: the year stands only where it is not this one. */
export function formatRecentDate(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return (isThisYear ? recentFormat : dateFormat)().format(date);
}

/** A day as ISO writes it, as a day for people; any other value as it is. */
export const formatIfDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value;

export function formatDateTime(iso: string): string {
  return dateTimeFormat().format(new Date(iso));
}

export function formatNumber(value: number): string {
  return numberFormat().format(value);
}

/** "1 row", "2,500 rows". */
export function formatCount(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function formatScore(score: number): string {
  return score.toFixed(limits.scoreDecimals);
}
