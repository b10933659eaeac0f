import { fold } from './column-values.ts';
import { QueryError } from './errors.ts';
import type { SchemaColumn } from './schema.ts';
import { filterType } from './segment/filter-column.ts';

/** Parts of a date that a histogram counts. */
export const dateIntervals = ['year', 'month', 'day'] as const;

export type DateInterval = (typeof dateIntervals)[number];

/** Lets the matches decide: the least interval of which there are at most `MAX_AUTO`, and 1 for whole numbers. */
export const AUTO = 'auto';

/**
 * Counts the matches of a search by what a column holds. Codes and names are counted by value, of which a cell may list
 * several; numbers and dates by interval.
 */
export interface FacetRequest {
  readonly column: string;
  /** Most frequent values of codes and names, 1 to 1,000. Default: 10. */
  readonly top?: number;
  /** Of codes and names: counts their beginnings of so many characters, spaces apart: 4 for `A01K` of `A01K 47/06`. */
  readonly prefix?: number;
  /** Of codes and names: counts only those that begin with this text, spaces apart. */
  readonly begins?: string;
  /** Width of the intervals of numbers, above 0, or part of dates. */
  readonly interval?: number | DateInterval | typeof AUTO;
  /** Of codes and names: counts the matches of each listed value by a column of numbers or dates, too. */
  readonly by?: { readonly column: string; readonly interval: number | DateInterval | typeof AUTO };
}

/** How many matches have a value, or one in an interval. */
export interface FacetCount {
  /**
   * A value as the first row that has it writes it; the least number of an interval; a year, month or day as 2018, 2018-07
   * or 2018-07-01, as far as the date is known.
   */
  readonly value: string;
  readonly count: number;
  /** With `by`: its matches by interval, without empty ones. Those without a number or date are in none. */
  readonly by?: readonly FacetCount[];
}

/** Counts of the matches by a column. */
export interface Facet {
  readonly column: string;
  /** Values, the most frequent first; intervals in their order, without empty ones. */
  readonly counts: readonly FacetCount[];
  /** Values or intervals that matches have, more than are listed. */
  readonly distinct: number;
  /** Matches without a value. */
  readonly missing: number;
  /** The interval that the matches decided, of `by` if the facet has it. */
  readonly interval?: number | DateInterval;
}

/** Facets of a search, values that one lists, and intervals of a histogram, at most. */
export const MAX_FACETS = 20;
export const MAX_COUNTS = 1_000;
/** Values that are counted by a second column, at most: rows of a picture that somebody reads. */
export const MAX_CROSSED = 50;
/** Distinct cells and values of a column that are counted at most. More are ids or texts, which nobody reads as a list. */
export const MAX_DISTINCT = 200_000;
export const MAX_PREFIX = 20;
const DEFAULT_TOP = 10;
/** Intervals that the matches decide, at most: bars of a histogram beside a list. */
const MAX_AUTO = 50;
/** Dates of fewer years are counted by months. */
const AUTO_YEARS = 4;

const refuseFacet = (message: string) => new QueryError('bad_facet', message);

export const tooManyValues = ({ name }: SchemaColumn) =>
  refuseFacet(
    `The column "${name}" has more than ${MAX_DISTINCT} different values among the matches. Count them by another column.`,
  );

/** A facet of intervals whose column is known and has what is asked. */
export type CheckedIntervals = { readonly column: SchemaColumn } & (
  | { readonly type: 'number'; readonly interval: number | typeof AUTO }
  | { readonly type: 'date'; readonly interval: DateInterval | typeof AUTO }
);

/** A facet of codes or names whose column is known and has what is asked. */
export type CheckedCodes = {
  readonly column: SchemaColumn;
  readonly type: 'code';
  readonly top: number;
  readonly by?: CheckedIntervals;
} & CountedPart;

export type CheckedFacet = CheckedCodes | CheckedIntervals;

/** What of a code is counted. */
interface CountedPart {
  readonly prefix?: number | undefined;
  /** In the form of `fold`, without spaces. */
  readonly begins?: string | undefined;
}

/** A facet of intervals whose width is known. */
export type IntervalFacet = {
  readonly column: SchemaColumn;
  /** Whether the matches decided it. */
  readonly isAuto: boolean;
} & (
  | { readonly type: 'number'; readonly interval: number }
  | { readonly type: 'date'; readonly interval: DateInterval }
);

/** What a facet counts of an item of a cell, in the form of `fold`; undefined if it leaves the item out. */
export function countedPart(
  { prefix, begins = '' }: CountedPart,
  item: string,
): string | undefined {
  if (prefix === undefined && begins === '') return item;
  const joined = item.replaceAll(/\s/g, '');
  if (!joined.startsWith(begins)) return undefined;
  return prefix === undefined ? item : joined.slice(0, prefix);
}

/**
 * Checks facets against the columns.
 * @throws QueryError `unknown_column`, `bad_facet`, `not_filterable` when a column of long text is counted
 */
export function checkFacets(
  columns: readonly SchemaColumn[],
  facets: readonly FacetRequest[] = [],
): CheckedFacet[] {
  if (facets.length > MAX_FACETS) throw refuseFacet(`A search has at most ${MAX_FACETS} facets.`);
  const check = (request: FacetRequest): CheckedFacet => {
    const { column: name, top = DEFAULT_TOP, prefix, begins, interval, by } = request;
    const column = columns.find((one) => one.name === name && one.role !== 'ignore');
    if (!column) throw new QueryError('unknown_column', `The index has no column "${name}".`);
    const type = filterType(column);
    if (type === 'none') {
      const what = column.kind === 'vector' ? 'vectors' : 'the text to search';
      throw refuseFacet(`The column "${name}" holds ${what}.`);
    }
    if (type === 'code') {
      if (interval !== undefined) throw refuseFacet(`The column "${name}" has no intervals.`);
      if (!Number.isInteger(top) || top < 1 || top > MAX_COUNTS) {
        throw refuseFacet(`"top" is a whole number from 1 to ${MAX_COUNTS}.`);
      }
      if (
        prefix !== undefined &&
        !(Number.isInteger(prefix) && prefix > 0 && prefix <= MAX_PREFIX)
      ) {
        throw refuseFacet(`"prefix" is a whole number from 1 to ${MAX_PREFIX}.`);
      }
      const beginning = begins && fold(begins).replaceAll(/\s/g, '');
      if (prefix !== undefined && beginning !== undefined && beginning.length > prefix) {
        throw refuseFacet('"begins" is no longer than "prefix".');
      }
      const codes = { column, type, top, prefix, begins: beginning };
      if (!by) return codes;
      if (top > MAX_CROSSED) {
        throw refuseFacet(`With "by", "top" is at most ${MAX_CROSSED}.`);
      }
      const intervals = check(by);
      if (intervals.type !== 'code') return { ...codes, by: intervals };
      throw refuseFacet(`"by" is a column of numbers or dates, which "${by.column}" is not.`);
    }
    if (by) throw refuseFacet(`The column "${name}" has no values to count by another one.`);
    if (prefix !== undefined || begins !== undefined) {
      throw refuseFacet(`The column "${name}" holds no text.`);
    }
    if (interval === AUTO) return { column, type, interval };
    if (type === 'date') {
      if (!dateIntervals.includes(interval as DateInterval)) {
        throw refuseFacet(`The interval of "${name}" is one of ${dateIntervals.join(', ')}.`);
      }
      return { column, type, interval: interval as DateInterval };
    }
    if (typeof interval !== 'number' || !Number.isFinite(interval) || interval <= 0) {
      throw refuseFacet(`The interval of "${name}" is a number above 0.`);
    }
    return { column, type, interval };
  };
  return facets.map(check);
}

const DATE_UNITS: Record<DateInterval, number> = { year: 10_000, month: 100, day: 1 };
/** Of numbers, the widths between powers of ten. */
const STEPS = [1, 2, 5];

/**
 * A facet with the interval that fits its matches.
 * @param least and `greatest` number among them, or date (yyyymmdd); not finite if there is none
 */
export function fittingInterval(
  facet: CheckedIntervals,
  least: number,
  greatest: number,
): IntervalFacet {
  const { column, type, interval } = facet;
  if (type === 'date') {
    if (interval !== AUTO) return { column, type, interval, isAuto: false };
    // Of a date whose day or month is not known, these are 0.
    const isMonth =
      Math.floor(least / DATE_UNITS.month) === Math.floor(greatest / DATE_UNITS.month);
    const isShort = greatest - least < AUTO_YEARS * DATE_UNITS.year;
    return { column, type, interval: isMonth ? 'day' : isShort ? 'month' : 'year', isAuto: true };
  }
  if (interval !== AUTO) return { column, type, interval, isAuto: false };
  const span = greatest - least;
  if (!Number.isFinite(span) || span === 0) return { column, type, interval: 1, isAuto: true };
  const power = 10 ** Math.floor(Math.log10(span / MAX_AUTO));
  const step = [...STEPS, 10].find((each) => span / (each * power) < MAX_AUTO - 1)!;
  return { column, type, interval: step * power, isAuto: true };
}

/** The interval of a number or of a date (yyyymmdd), as a number that orders intervals. */
export const intervalOf = (facet: IntervalFacet): number =>
  facet.type === 'date' ? DATE_UNITS[facet.interval] : facet.interval;

/** The name of an interval by its place: the number divided by the interval, rounded down. */
function nameOfInterval(facet: IntervalFacet, position: number): string {
  if (facet.type === 'number') {
    // Without the noise of products such as 3 × .1.
    return String(Number((position * facet.interval).toPrecision(12)));
  }
  const digits = String(position * intervalOf(facet)).padStart(8, '0');
  const parts = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)];
  const end = parts.indexOf('00');
  return parts.slice(0, end < 0 ? undefined : end).join('-');
}

/**
 * Intervals of 1 instead of narrower ones that the matches decided, if all of those begin with a whole number: grades from 1 to 5 have
 * nothing between. It is told from the counts, which every source of rows has.
 */
function withoutGaps(facet: IntervalFacet, counts: ReadonlyMap<number, number>) {
  if (facet.type !== 'number' || !facet.isAuto || facet.interval >= 1) return { facet, counts };
  const whole = new Map<number, number>();
  for (const [position, count] of counts) {
    const start = Number(nameOfInterval(facet, position));
    if (!Number.isInteger(start)) return { facet, counts };
    whole.set(start, count);
  }
  return { facet: { ...facet, interval: 1 }, counts: whole };
}

/**
 * A facet of intervals, from their places.
 * @throws QueryError `bad_facet` if there are too many
 */
export function histogram(
  counted: IntervalFacet,
  places: ReadonlyMap<number, number>,
  missing: number,
): Facet {
  const { facet, counts } = withoutGaps(counted, places);
  const { name } = facet.column;
  if (counts.size > MAX_COUNTS) {
    throw refuseFacet(
      `The column "${name}" has more than ${MAX_COUNTS} intervals. Choose larger ones.`,
    );
  }
  const sorted = [...counts].sort((a, b) => a[0] - b[0]);
  return {
    column: name,
    counts: sorted.map(([position, count]) => ({ value: nameOfInterval(facet, position), count })),
    distinct: counts.size,
    missing,
    ...(facet.isAuto && { interval: facet.interval }),
  };
}

/**
 * A facet of values: the most frequent first, equal ones in their own order.
 * @param counts no value twice
 */
export function listed(
  { name }: SchemaColumn,
  counts: readonly (readonly [value: string, count: number])[],
  top: number,
  missing: number,
): Facet {
  // Only what may be among the first is sorted as text.
  const least = Uint32Array.from(counts, ([, count]) => count).sort()[counts.length - top] ?? 0;
  const sorted = counts
    .filter(([, count]) => count >= least)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const first = sorted.slice(0, top).map(([value, count]) => ({ value, count }));
  return { column: name, counts: first, distinct: counts.length, missing };
}
