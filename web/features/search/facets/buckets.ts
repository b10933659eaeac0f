import { formatDay } from '#shared/format-day.ts';
import type { Facet } from '#web/api/search.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Filter } from '#web/lib/search-filter.ts';
import type { FacetColumn } from './facet-columns.ts';

/** An interval of a histogram: its first value, and how many matches are in it. */
export interface Bucket {
  value: string;
  count: number;
}

/** Intervals that are drawn; where there are more, empty ones are left out. */
const mostDrawn = 400;

/** The interval after one: `2001` → `2002`, `2001-12` → `2002-01`, `10` → `15`. */
function next(value: string, interval: Facet['interval']): string {
  if (typeof interval === 'number')
    return String(Number((Number(value) + interval).toPrecision(12)));
  const [year = 0, month = 1, day = 1] = value.split('-').map(Number);
  if (interval === 'year') return String(year + 1).padStart(4, '0');
  const at = new Date(Date.UTC(year, month - 1, day));
  if (interval === 'month') at.setUTCMonth(month);
  else at.setUTCDate(day + 1);
  return at.toISOString().slice(0, interval === 'month' ? 7 : 10);
}

/** All intervals from the first to the last, also those without a match. */
export function bucketsOf({ counts, interval }: Facet): Bucket[] {
  const all: Bucket[] = [];
  for (const bucket of counts) {
    let value = all.at(-1)?.value;
    while (value !== undefined && all.length < mostDrawn) {
      value = next(value, interval);
      // Dates whose month or day is not known stand before those with one.
      if (value === bucket.value || !isBefore(value, bucket.value)) break;
      all.push({ value, count: 0 });
    }
    all.push(bucket);
  }
  return all.length > mostDrawn ? [...counts] : all;
}

const isBefore = (a: string, b: string) =>
  Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? a < b : Number(a) < Number(b);

/** The intervals that filters keep, as places of the first and the last. */
export function keptRange(
  { column, kind }: FacetColumn,
  filters: readonly Filter[],
  buckets: readonly Bucket[],
): [number, number] {
  const endOf = (operator: Filter['operator']) =>
    filters.find((filter) => filter.column === column && filter.operator === operator)?.value;
  const from = endOf('>=');
  const to = endOf(kind === 'dates' ? '<=' : '<');
  const isKept = ({ value }: Bucket) =>
    (from === undefined ||
      !isBefore(value, from.slice(0, kind === 'dates' ? value.length : undefined))) &&
    (to === undefined || (kind === 'dates' ? !isBefore(to, value) : isBefore(value, to)));
  const first = buckets.findIndex(isKept);
  if (first < 0) return [0, buckets.length - 1];
  return [first, buckets.findLastIndex(isKept)];
}

/** The filters that keep some intervals. All of them need none. */
export function rangeFilters(
  { column, kind }: FacetColumn,
  buckets: readonly Bucket[],
  [first, last]: readonly [number, number],
  interval: Facet['interval'],
): Filter[] {
  const filters: Filter[] = [];
  if (first > 0) filters.push({ column, operator: '>=', value: buckets[first]!.value });
  if (last < buckets.length - 1) {
    const { value } = buckets[last]!;
    filters.push(
      kind === 'dates'
        ? { column, operator: '<=', value }
        : { column, operator: '<', value: next(value, interval) },
    );
  }
  return filters;
}

/** An interval for people: `Jul 2018`, `10–20`. */
export function bucketName(
  { kind }: FacetColumn,
  { value }: Bucket,
  interval: Facet['interval'],
): string {
  if (kind === 'dates') return formatDay(value);
  const from = Number(value);
  return typeof interval === 'number' && interval !== 1
    ? `${formatNumber(from)}–${formatNumber(from + interval)}`
    : formatNumber(from);
}
