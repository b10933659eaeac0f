import { type SchemaColumn, storedColumns, vectorColumn } from '../schema.ts';
import { codesSection } from '../segment/filter-column.ts';
import type { SegmentFacts } from '../segment/format.ts';
import type { Segment } from '../segment/open.ts';

/** What decides how much memory an open index takes. */
export interface IndexShape {
  readonly rows: number;
  /** Distinct terms of each segment, added up: each has a table of its own. */
  readonly terms: number;
  /** Columns of ids, whose rows nearly all differ, and all columns that are not ignored. */
  readonly ids: number;
  readonly columns: number;
  /** Numbers of each row's own vector; 0 without a column of vectors. */
  readonly dimensions?: number;
  /** Bytes of the terms of the longest row; unknown before it is built. */
  readonly longestRow?: number;
  readonly modelBytes: number;
  /** Bytes of the different codes of all columns. */
  readonly codeBytes?: number;
}

/**
 * Bytes of memory for each row, term and so on: the arrays that are named, and what is unpacked for a moment. Measured and
 * rounded up: five million rows with a word and an id each take 712 MB of an estimated 1.0 GB (`open-memory.test.ts`).
 */
const OPEN_BYTES = {
  /** Buffers, and what V8 keeps beside them. */
  fixed: 48 << 20,
  /** Codes, estimates, marks, sets of filters, scale, norm, place of its terms, and its share of the tables of pages. */
  row: 64,
  /** Counts, starts of its list and window, numbers in both directions, two to four slots of its table, and its text. */
  term: 90,
  /** Of a row in a column of ids: its code, its number, and their scratch; and in another column. */
  id: 40,
  cell: 12,
  /** Of a column, whatever its rows: its sections, and what a search that filters by it leaves behind. */
  column: 64 << 10,
  /** Of a row with a vector of its own: its scale, its estimate and its mark; and of each number of it, its code and table of pages. */
  own: 16,
  dimension: 1 / 8 + 1 / 256,
  /** Of the longest row, a byte: its terms, their vectors, and where words of a query stand in it. */
  longest: 16,
  /** Of the codes of all columns, a byte: as they are, what a filter finds out of each, and where each begins. */
  code: 2,
  /** Read and placed; association vectors are twice as long there as in the file. */
  model: 2.3,
} as const;

/**
 * Memory that searches of an index may take if its rows are read page by page, without these pages: what opening reads, the
 * codes of all rows, all terms, and a filter on every column. An upper bound.
 */
export function openMemory({
  rows,
  terms,
  ids,
  columns,
  dimensions = 0,
  longestRow = 0,
  modelBytes,
  codeBytes = 0,
}: IndexShape): number {
  const { fixed, row, term, id, cell, column, own, dimension, longest, code, model } = OPEN_BYTES;
  return (
    fixed +
    model * modelBytes +
    row * rows +
    term * terms +
    longest * longestRow +
    code * codeBytes +
    rows * (id * ids + cell * (columns - ids)) +
    column * columns +
    rows * (dimensions > 0 ? own + dimension * dimensions : 0)
  );
}

/** Columns that are stored as they are, those of ids, and the dimensions of a column of vectors. */
export function columnsOf(
  columns: readonly SchemaColumn[],
): Pick<IndexShape, 'ids' | 'columns' | 'dimensions'> {
  const used = storedColumns({ columns });
  const vectors = vectorColumn({ columns });
  return {
    columns: used.length,
    ids: used.filter(({ kind }) => kind === 'id').length,
    ...(vectors && { dimensions: vectors.dimensions! }),
  };
}

/** Bytes of the different codes of all columns. Reads the beginning of each. */
export async function codeBytesOf(
  segments: readonly Pick<Segment, 'file'>[],
  columns: readonly SchemaColumn[],
): Promise<number> {
  const names = columns.map(({ position }) => codesSection(position));
  const sizes = await Promise.all(
    segments.flatMap(({ file }) =>
      names.filter((name) => file.has(name)).map((name) => file.unpackedBytes(name)),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * The shape of an index that is built.
 * @param codeBytes see `codeBytesOf`
 */
export function shapeOf(
  segments: readonly { readonly facts: SegmentFacts }[],
  columns: readonly SchemaColumn[],
  modelBytes: number,
  codeBytes: number,
): IndexShape {
  let [rows, terms, longestRow] = [0, 0, 0];
  for (const { facts } of segments) {
    rows += facts.rowCount;
    terms += facts.termCount;
    longestRow = Math.max(longestRow, facts.longestRow);
  }
  return { rows, terms, longestRow, ...columnsOf(columns), modelBytes, codeBytes };
}
