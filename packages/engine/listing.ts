import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { FilterTree } from './conditions.ts';
import { QueryError } from './errors.ts';
import type { AskedWeights } from './query/signal-weights.ts';
import type { SchemaColumn } from './schema.ts';
import { filterType } from './segment/filter-column.ts';

/**
 * The order of a list of rows: that of the index, or by a column of numbers or dates, rows without a value last and equal
 * ones in the order of the index.
 */
export type SortOrder = 'rows' | { readonly column: string; readonly descending?: boolean };

/** A sort order whose column is known. */
export interface RowOrder {
  readonly column?: SchemaColumn;
  readonly descending: boolean;
}

/** A place in a list: the row, and the number by which it is sorted, null if it has none. */
export interface ListPlace {
  readonly key: number | null;
  readonly row: number;
}

/** @throws QueryError `unknown_column`, `bad_sort` */
export function checkOrder(columns: readonly SchemaColumn[], sort: SortOrder = 'rows'): RowOrder {
  if (sort === 'rows') return { descending: false };
  const { column: name, descending = false } = sort;
  const column = columns.find((one) => one.name === name && one.role !== 'ignore');
  if (!column) throw new QueryError('unknown_column', `The index has no column "${name}".`);
  if (!['number', 'date'].includes(filterType(column))) {
    throw new QueryError('bad_sort', `The column "${name}" holds neither numbers nor dates.`);
  }
  return { column, descending };
}

/**
 * The column whose values are to differ.
 * @throws QueryError `unknown_column`, `bad_distinct`
 */
export function checkDistinct(columns: readonly SchemaColumn[], name: string): SchemaColumn {
  const column = columns.find((one) => one.name === name && one.role !== 'ignore');
  if (!column) throw new QueryError('unknown_column', `The index has no column "${name}".`);
  if (filterType(column) !== 'code') {
    throw new QueryError('bad_distinct', `The column "${name}" holds neither codes nor names.`);
  }
  return column;
}

/** What a cursor continues: a list of one version of an index. */
export interface ListIdentity {
  readonly version: number;
  readonly text: string;
  readonly filters?: readonly FilterTree[];
  readonly sort?: SortOrder;
  readonly relevantOnly?: boolean;
  readonly distinct?: string;
  /** Whether it is ranked, and not in an order. */
  readonly isRanked?: boolean;
  /** Version of the list of synonyms. */
  readonly synonyms?: number;
  readonly vector?: readonly number[];
  readonly minimumScore?: number;
  readonly weights?: AskedWeights;
}

const keyOf = ({
  version,
  text,
  filters = [],
  sort = 'rows',
  relevantOnly = false,
  distinct = '',
  isRanked = false,
  synonyms = 0,
  vector,
  minimumScore,
  weights,
}: ListIdentity) => {
  const asked = [version, text, filters, sort, relevantOnly, distinct, isRanked, synonyms];
  const more = [vector, minimumScore, weights];
  // Cursors of requests without these stay what they were.
  const used = more.findLastIndex((each) => each !== undefined) + 1;
  return crc32(JSON.stringify([...asked, ...more.slice(0, used)]));
};

const cursorRecord = z.tuple([z.int(), z.number().nullable(), z.int().nonnegative()]);

/** A place in a list as a text for callers. */
export const writeCursor = (list: ListIdentity, { key, row }: ListPlace): string =>
  Buffer.from(JSON.stringify([keyOf(list), key, row])).toString('base64url');

/** @throws QueryError `bad_cursor` if the text is not a cursor of this list, or the index has changed since */
export function readCursor(list: ListIdentity, cursor: string, isPaged: boolean): ListPlace {
  if (!isPaged) {
    throw new QueryError(
      'bad_cursor',
      'Ranked rows have a cursor with "pages" only. Ask for pages, or give the list an order.',
    );
  }
  const refused = new QueryError(
    'bad_cursor',
    'The cursor does not belong to this list: the request or the index has changed. Begin again without it.',
  );
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const { data } = cursorRecord.safeParse(JSON.parse(text));
    if (data?.[0] === keyOf(list)) return { key: data[1], row: data[2] };
  } catch {
    throw refused;
  }
  throw refused;
}
