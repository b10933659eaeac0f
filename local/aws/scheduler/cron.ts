/** A cron expression of EventBridge Scheduler, in UTC: which minutes, hours and days match. */
interface Cron {
  minutes: number[];
  hours: number[];
  years: number[];
  isDay(date: Date): boolean;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const dayMs = 86400e3;
/** Beyond two leap years there is nothing left to find. */
const horizonDays = 9 * 366;

/** The first time after `after` (ms) that `cron(minutes hours day month weekday year)` names. */
export function nextCron(fields: string, after: number): number | undefined {
  const { minutes, hours, years, isDay } = readCron(fields);
  const start = new Date(after);
  const year = years.find((named) => named >= start.getUTCFullYear());
  if (year === undefined) return undefined;
  const midnight = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  const first = Math.max(midnight, Date.UTC(year, 0, 1));
  for (let day = 0; day < horizonDays; day++) {
    const date = first + day * dayMs;
    if (!isDay(new Date(date))) continue;
    for (const hour of hours)
      for (const minute of minutes) {
        const time = date + hour * 3600e3 + minute * 60e3;
        if (time > after) return time;
      }
  }
  return undefined;
}

/** Reads the six fields. Throws on what is not emulated (`W`) or no cron expression. */
export function readCron(text: string): Cron {
  const fields = text.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = ''] = fields;
  if (fields.length !== 6) throw new Error('a cron expression has six fields');
  if ((day === '?') === (weekday === '?'))
    throw new Error('either the day of the month or the day of the week must be ?');
  const inMonths = readList(month, 1, 12, months, 1);
  const years = readList(year, 1970, 2199);
  const isDayOfMonth = readDayOfMonth(day);
  const isWeekday = readWeekday(weekday);
  return {
    minutes: readList(minute, 0, 59),
    hours: readList(hour, 0, 23),
    years,
    isDay: (date) =>
      years.includes(date.getUTCFullYear()) &&
      inMonths.includes(date.getUTCMonth() + 1) &&
      isDayOfMonth(date) &&
      isWeekday(date),
  };
}

function readDayOfMonth(field: string): (date: Date) => boolean {
  if (field === '?') return () => true;
  if (field === 'L') return (date) => new Date(date.getTime() + dayMs).getUTCDate() === 1;
  const days = readList(field, 1, 31);
  return (date) => days.includes(date.getUTCDate());
}

/** Days of the week count from 1, Sunday; `6L` is the last Friday, `6#3` the third. */
function readWeekday(field: string): (date: Date) => boolean {
  if (field === '?') return () => true;
  const [, name, nth] = /^([A-Z]{3}|[1-7])(L|#[1-5])$/.exec(field) ?? [];
  const days = readList(name ?? field, 1, 7, weekdays, 1);
  return (date) => {
    if (!days.includes(date.getUTCDay() + 1)) return false;
    if (!nth) return true;
    if (nth === 'L')
      return new Date(date.getTime() + 7 * dayMs).getUTCMonth() !== date.getUTCMonth();
    return Math.ceil(date.getUTCDate() / 7) === Number(nth.slice(1));
  };
}

/** Numbers of `*`, `a`, `a-b`, `a/step`, `a-b/step` and comma-separated lists of them, in order. */
function readList(
  field: string,
  low: number,
  high: number,
  names: string[] = [],
  first = 0,
): number[] {
  const refuse = (): never => {
    throw new Error(`"${field}" is not a field of a cron expression here`);
  };
  const value = (text: string): number => {
    const named = names.indexOf(text.toUpperCase());
    const number = named < 0 ? Number(text || Number.NaN) : named + first;
    return Number.isInteger(number) && number >= low && number <= high ? number : refuse();
  };
  const matching = new Set<number>();
  for (const part of field.split(',')) {
    const [, span = '', step] = /^([^/]*)(?:\/([^/]+))?$/.exec(part) ?? refuse();
    const [, from = '', to] =
      span === '*' ? ['', `${low}`, `${high}`] : (readSpan(span) ?? refuse());
    const last = to === undefined ? (step === undefined ? value(from) : high) : value(to);
    const by = step === undefined ? 1 : Number(step);
    if (!Number.isInteger(by) || by < 1) throw new Error(`"${field}" has no whole step`);
    // A span that runs backwards would never match, and nobody would be told.
    if (value(from) > last) refuse();
    for (let number = value(from); number <= last; number += by) matching.add(number);
  }
  return [...matching].sort((a, b) => a - b);
}

/** `a` or `a-b`. */
const readSpan = (text: string) => /^([^-]+)(?:-([^-]+))?$/.exec(text);
