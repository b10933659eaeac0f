import { limits } from '#shared/limits.ts';

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Made when first used: one takes milliseconds, and few pages need all. */
const lazily = <T>(make: () => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const dateFormat = lazily(() => new Intl.DateTimeFormat('en', day));
const recentFormat = lazily(
  () => new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' }),
);
const dayFormat = lazily(() => new Intl.DateTimeFormat('en', { ...day, timeZone: 'UTC' }));
const monthFormat = lazily(
  () => new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', timeZone: 'UTC' }),
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

/**
 * For days without a time, such as 2015-03-31: the same day in every time zone. Also months (2015-03) and years. What is no
 * date of the calendar stays as it is.
 */
export function formatDay(iso: string): string {
  const day = new Date(iso);
  if (iso.length <= 4 || Number.isNaN(day.getTime())) return iso;
  return (iso.length < 10 ? monthFormat : dayFormat)().format(day);
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
