import type { ListPlace, RowOrder } from '../listing.ts';
import type { RankedHits } from '../query/rank-candidates.ts';
import { MAX_LIMIT } from '../query/search-index.ts';
import type { SchemaColumn } from '../schema.ts';
import type { ListedRow, Matches } from './row-source.ts';

/** See `RowSource.values`. */
export type ValuesOf = (rows: readonly number[]) => Promise<readonly (string | undefined)[]>;

/** The order of rows, if only their number is wanted. */
const ANY_ORDER: RowOrder = { descending: false };
/** More rows are read than are wanted, because some have the same value. */
const READ_SHARE = 2;

/** Reads the values of each row once. */
export function readOnce(read: ValuesOf): ValuesOf {
  const values = new Map<number, string | undefined>();
  return async (rows) => {
    const unread = rows.filter((row) => !values.has(row));
    const found = unread.length > 0 ? await read(unread) : [];
    for (const [i, value] of found.entries()) values.set(unread[i]!, value);
    return rows.map((row) => values.get(row));
  };
}

/**
 * Ranked rows without those whose value a better one has, as many as are wanted at most.
 * Only as many values are read as this takes.
 */
export async function rankDistinct(
  ranked: RankedHits,
  valuesOf: ValuesOf,
  wanted: number,
): Promise<RankedHits> {
  const seen = new Set<string>();
  const kept: number[] = [];
  for (
    let from = 0, size = READ_SHARE * wanted;
    from < ranked.rows.length && kept.length < wanted;
  ) {
    const some = ranked.rows.slice(from, from + size);
    const values = await valuesOf(some.map(({ number }) => number));
    for (const [i, value] of values.entries()) {
      if (value !== undefined && seen.has(value)) continue;
      if (value !== undefined) seen.add(value);
      kept.push(from + i);
    }
    from += size;
    size *= 2;
  }
  const places = kept.slice(0, wanted);
  return {
    ...ranked,
    rows: places.map((position) => ranked.rows[position]!),
    scores: places.map((position) => ranked.scores[position]!),
  };
}

/** How many matches have the value of each of some rows. */
export async function countSame(
  matches: Matches,
  column: SchemaColumn,
  rows: readonly number[],
  valuesOf: ValuesOf,
): Promise<number[]> {
  const values = await valuesOf(rows);
  const given = [...new Set(values.filter((value) => value !== undefined))];
  const groups = await matches.groupsOf(column, given, ANY_ORDER);
  return values.map((value) => (value === undefined ? 1 : (groups.get(value)?.count ?? 1)));
}

/** The next rows of a list that are the first with their value: see `Matches.list`. */
export async function listDistinct(
  matches: Matches,
  column: SchemaColumn,
  order: RowOrder,
  after: ListPlace | undefined,
  limit: number,
  valuesOf: ValuesOf,
): Promise<(ListedRow & Pick<ListPlace, 'key'>)[]> {
  const found: (ListedRow & Pick<ListPlace, 'key'>)[] = [];
  const size = Math.min(MAX_LIMIT, READ_SHARE * limit);
  let rest = matches;
  for (let place = after; ; ) {
    const rows = await rest.list(order, place, size);
    const values = await valuesOf(rows.map(({ number }) => number));
    const given = [...new Set(values.filter((value) => value !== undefined))];
    const groups = await matches.groupsOf(column, given, order);
    for (const [i, row] of rows.entries()) {
      const value = values[i];
      // A row of which an earlier page has shown the first.
      if (value !== undefined && groups.get(value)!.first !== row.number) continue;
      found.push(row);
    }
    const last = rows.at(-1);
    if (!last || rows.length < size || found.length >= limit) return found.slice(0, limit);
    // There may be a million rows with one value.
    rest = await rest.without(column, given);
    place = { key: last.key, row: last.number };
  }
}
