import { lazily } from './lazily.ts';

// One takes milliseconds, and few readers need both.
const month = { year: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const monthFormat = lazily(() => new Intl.DateTimeFormat('en', month));
const dayFormat = lazily(() => new Intl.DateTimeFormat('en', { ...month, day: 'numeric' }));

/**
 * A day without a time, such as 2015-03-31, as people read it: "Mar 31, 2015", the same day in every time zone. Also months
 * (2015-03) and years. What is no date of the calendar stays as it is.
 */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  if (iso.length <= 4 || Number.isNaN(time.getTime())) return iso;
  return (iso.length < 10 ? monthFormat : dayFormat)().format(time);
}

/** A sentence with its days as people read them; all else stays. Not for quotes, which are verbatim. */
export const withDays = (text: string): string =>
  text.replaceAll(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g, formatDay);
