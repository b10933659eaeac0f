import { K1 } from '../ranking-constants.ts';
import { type IndexSchema, type SchemaColumn, searchedColumns } from '../schema.ts';
import { filterType } from '../segment/filter-column.ts';
import { paddedWidth } from '../segment/rotation.ts';
import type { JsonObject } from './connection.ts';

/** Rows of a shard: with a kilobyte each well below the 30 GB that OpenSearch advises for shards that are searched. */
const SHARD_ROWS = 5_000_000;
const MAX_SHARDS = 100;

/** Length normalisation of BM25 on the cluster, which has one for all fields. It only chooses candidates. */
const B = 0.75;

/** Shards of an index by its rows. */
export const shardCount = (rows: number) =>
  Math.min(MAX_SHARDS, Math.max(1, Math.ceil(rows / SHARD_ROWS)));

/** Field with the words of the searched column at an index among these, as conditions compare them: as written, stop words too. */
export const exactField = (field: number) => `exact${field}`;
/** Field with the values that filters compare, of the column at a position of the file. */
export const valueField = (position: number) => `value${position}`;

/** Field with the items of codes and names, which are counted. */
export const itemField = (position: number) => `item${position}`;

/**
 * What orders the codes of a column beside their values: the whole cell where it lists several codes, and the number of
 * a cell that is one.
 */
export const listField = (position: number) => `list${position}`;
export const amountField = (position: number) => `amount${position}`;

/** A text of terms with spaces between them, as our text pipeline has made them. */
const terms = (options: JsonObject): JsonObject => ({
  type: 'text',
  analyzer: 'whitespace',
  ...options,
});

/** Fields that filters on a column compare. */
function filterFields({ position }: SchemaColumn, type: 'date' | 'number' | 'code') {
  const code = { type: 'keyword', doc_values: false, norms: false };
  if (type === 'code') {
    return {
      [valueField(position)]: code,
      [itemField(position)]: { type: 'keyword', index: false },
      [listField(position)]: code,
      [amountField(position)]: { type: 'double', doc_values: false },
    };
  }
  // A date is the number yyyymmdd.
  return { [valueField(position)]: { type: type === 'date' ? 'integer' : 'double' } };
}

/** Settings of an index that has all its rows. */
export const SERVING = {
  index: { auto_expand_replicas: '0-1', routing: { rebalance: { enable: 'all' } } },
} as const;

/**
 * Settings and fields of an index that is being loaded: until all rows are there, it has no copies and no refreshes,
 * and its shards stay where they are.
 * @param dimensions of concept vectors
 */
export function indexMapping(schema: IndexSchema, dimensions: number, rows: number): JsonObject {
  const texts = searchedColumns(schema).map((_, field) => [
    exactField(field),
    terms({ index_options: 'positions', norms: false }),
  ]);
  const values = schema.columns.flatMap((column) => {
    const type = filterType(column);
    return type === 'none' ? [] : Object.entries(filterFields(column, type));
  });
  return {
    settings: {
      index: {
        // No graph of vectors: building it would take most of the time of loading.
        knn: false,
        number_of_shards: shardCount(rows),
        number_of_replicas: 0,
        refresh_interval: '-1',
        routing: { rebalance: { enable: 'none' } },
        similarity: { default: { type: 'BM25', k1: K1, b: B } },
      },
    },
    mappings: {
      dynamic: 'strict',
      // Nor for recoveries: without it, rows take a third of the disk. See `finishClusterIndex`.
      _source: { enabled: false, recovery_source_enabled: false },
      properties: {
        /** Number of the row in the index. */
        row: { type: 'long' },
        ...Object.fromEntries(texts),
        /**
         * All terms, those of a column as often as it weighs, and those that the row has twice or more. The first find rows: BM25 of one
         * field is BM25F of its columns. The numbers of rows with both weigh a query's words.
         */
        words: terms({ index_options: 'freqs' }),
        repeated: terms({ index_options: 'docs', norms: false }),
        ...Object.fromEntries(values),
        /** Positions of columns that hold a value. */
        filled: { type: 'short', doc_values: false },
        vector: { type: 'knn_vector', dimension: paddedWidth(dimensions), data_type: 'byte' },
        payload: { type: 'binary', doc_values: true },
        cells: { type: 'binary', store: true },
      },
    },
  };
}
