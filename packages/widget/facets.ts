import type { Condition, Facet, SearchRequest } from '../sdk-js/client.ts';

type Row = Record<string, string>;
type Interval = number | 'year' | 'month' | 'day';

/** A column whose values narrow a search. */
export interface FacetColumn {
  column: string;
  /** Of numbers and dates. */
  interval?: Interval;
}

/** Values of a facet that are listed. */
const listed = 8;

/** Reads `owner, year:year, price:10`: columns, those of dates and numbers with their intervals. */
export function readFacets(text: string): FacetColumn[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const [, column = entry, name] = /^(.*?)\s*:\s*(year|month|day|[\d.]+)$/.exec(entry) ?? [];
    if (name === undefined) return { column };
    return { column, interval: Number.isNaN(Number(name)) ? (name as Interval) : Number(name) };
  });
}

export const requested = (facets: readonly FacetColumn[]): SearchRequest<Row>['facets'] =>
  facets.map(({ column, interval }) => ({
    column,
    ...(interval === undefined ? { top: listed } : { interval }),
  }));

/** The condition that a row has one of the chosen values. */
export function conditionOf(
  { column, interval }: FacetColumn,
  chosen: readonly string[],
): Condition<Row> {
  if (interval === undefined) return { column, operator: 'in', value: chosen };
  return { or: chosen.map((value) => within(column, value, interval)) };
}

/** A year stands for all its days; an interval of numbers is named by its least value. */
const within = (column: string, value: string, interval: Interval): Condition<Row> =>
  typeof interval === 'number'
    ? {
        and: [
          { column, operator: '>=', value },
          { column, operator: '<', value: String(Number(value) + interval) },
        ],
      }
    : { column, operator: '=', value };

/** What a value is called: an interval of numbers by both of its ends. */
export const nameOf = (value: string, interval: Interval | undefined): string =>
  typeof interval === 'number' ? `${value} – ${Number(value) + interval}` : value;

/** The counts of a facet, with chosen values that none of the matches has. Intervals are many: the fullest are shown. */
export function shownCounts({ counts }: Facet, chosen: ReadonlySet<string>) {
  const fullest = counts.toSorted((a, b) => b.count - a.count).slice(0, listed);
  const shown = counts.filter((each) => fullest.includes(each) || chosen.has(each.value));
  const values = new Set(counts.map(({ value }) => value));
  const gone = Array.from(chosen).filter((value) => !values.has(value));
  return [...shown, ...gone.map((value) => ({ value, count: 0 }))];
}
