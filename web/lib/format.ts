import { limits } from '#shared/limits.ts';

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const dateFormat = new Intl.DateTimeFormat('en', day);
const dayFormat = new Intl.DateTimeFormat('en', { ...day, timeZone: 'UTC' });

const dateTimeFormat = new Intl.DateTimeFormat('en', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const numberFormat = new Intl.NumberFormat('en');

export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

/** Of a day without a time, such as 2015-03-31: it is the same day wherever it is read. */
export function formatDay(iso: string): string {
  return dayFormat.format(new Date(iso));
}

export function formatDateTime(iso: string): string {
  return dateTimeFormat.format(new Date(iso));
}

export function formatNumber(value: number): string {
  return numberFormat.format(value);
}

/** "1 row", "2,500 rows". */
export function formatCount(value: number, noun: string): string {
  return `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;
}

export function formatScore(score: number): string {
  return score.toFixed(limits.scoreDecimals);
}
