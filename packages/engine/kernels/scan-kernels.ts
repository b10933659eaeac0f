import type { Arrays } from './arena.ts';

/**
 * Hot loops of the query path over arrays in one block of memory. All arrays passed to a kernel must be
 * those that were created with it (views of them are fine). assembly/scan.ts describes each kernel.
 */
export interface ScanKernels {
  /** Rotates rows of `width` in place; see `rotation`. */
  rotate(rows: Float32Array, width: number, size: number, factors: Float32Array): void;
  /** Packs the signs of 8-bit rows into bits, transposed in groups of 32 rows. */
  signCodes(values: Int8Array, width: number, codes: Uint8Array): void;
  /** out[r] = 1 + the sum of the table entries selected by the nibbles of code r, in groups of 32 codes. */
  scanCodes(codes: Uint8Array, positions: number, tables: Uint8Array, out: Uint16Array): void;
  /** Sets values to 0 whose bit in a set is not set, as in `RowSet`; the length is a multiple of 8. */
  mask(values: Uint16Array | Int32Array, set: Uint32Array): void;
  /** Sets the bits of sums that are not 0 in a set, and clears the others; none is negative. Their number is a multiple of 32. */
  mark(sums: Int32Array, set: Uint32Array): void;
  /**
   * Writes the indices of values that are at least `minimum`, starting at `from` (a multiple of 8), until
   * `out` is nearly full or the values end.
   */
  selectU16(values: Uint16Array, from: number, minimum: number, out: Uint32Array): Selection;
  /** out[i] = query · rows[list[i]] for i < count, exact. The width is a multiple of 16. */
  dotsAt(
    query: Int16Array,
    rows: Int8Array,
    list: Uint32Array,
    count: number,
    out: Int32Array,
  ): void;
  /**
   * sums[rows[i] - first] += impacts[i] · weight for i < count, as far as the rows, which ascend, are below `last`. The rows, of two
   * bytes, begin at `rowsAt` in `bytes`, the impacts at `impactsAt`. Returns how many are done.
   */
  accumulate(
    sums: Int32Array,
    bytes: Uint8Array,
    rowsAt: number,
    impactsAt: number,
    count: number,
    weight: number,
    first: number,
    last: number,
  ): number;
  /**
   * Writes the indices and values of sums greater than `above`, starting at `from`, until
   * the outputs have less room than for 16 or the sums end, whose number is a multiple of 16 like `from`. Counts the sums on the way that are
   * not 0.
   */
  selectI32(
    sums: Int32Array,
    from: number,
    above: number,
    places: Uint32Array,
    out: Int32Array,
  ): Selection & { readonly nonzero: number };
  /** Scans the terms of the listed rows in one pass. Stops early when the events or the occurrences might not fit. */
  scanRows(
    scan: RowScanArrays,
    list: Uint32Array,
  ): { rows: number; events: number; occurrences: number };
  /** out += Σ weights[i] · panel[i], row-major. The width, the length of `out`, is a multiple of 4. */
  addRows(weights: Float32Array, panel: Float32Array, out: Float32Array): void;
}

/** Kernels and their arrays. */
export interface ScanMemory<L> {
  readonly kernels: ScanKernels;
  readonly arrays: Arrays<L>;
}

/** The number of selected indices, and the index at which to continue. */
interface Selection {
  readonly count: number;
  readonly next: number;
}

/** Input and output arrays of `scanRows`. */
export interface RowScanArrays {
  /** Rows as encoded term numbers + 1, with 0 at the end of each field; see file/term-code.ts. */
  readonly bytes: Uint8Array;
  /** `CODE_BASES` of file/term-code.ts. */
  readonly codeBases: Uint32Array;
  /** Start of each row; rows + 1 entries. */
  readonly offsets: Uint32Array;
  /**
   * For each code: its place × 65,536 + number of its association vector. The place of a term of the query is
   * its position + 1, that of a similar word is at least `SIMILAR_PLACE`, that of any other term 0. Code 0, the end of a
   * field, has `FIELD_END`.
   */
  readonly terms: Uint32Array;
  /** Inverse document frequency of each term; only read for the title field. */
  readonly idf: Float32Array;
  readonly titleField: number;
  /** For each association vector: factor × inner product with the query, if it is known. */
  readonly nearness: Float32Array;
  /** 1 for association vectors whose nearness is known, else 0. */
  readonly known: Uint8Array;
  readonly factors: Float32Array;
  /** Association vectors, padded to the width of the query. */
  readonly vectors: Int8Array;
  readonly query: Int16Array;
  /** First pair of each query position, by the pair's first term, and the end. */
  readonly pairStarts: Uint32Array;
  /** Position + 1 of the second term of each pair. */
  readonly pairSeconds: Uint32Array;
  /** A counter for each pair, all 0 between calls. */
  readonly pairCounts: Uint32Array;
  /** Scratch: one entry for each pair. */
  readonly touched: Uint32Array;
  /** Output: number of terms of each listed row. */
  readonly lengths: Uint32Array;
  /** Output: sum of the nearness of each listed row's terms. */
  readonly sums: Float64Array;
  /** Output: share of the title's idf that the query covers. */
  readonly covers: Float64Array;
  /** Scratch: at least as many entries as the longest row has bytes. */
  readonly numbers: Uint16Array;
  /** Scratch: one entry more than there are association vectors. */
  readonly fresh: Uint32Array;
  /** Output: index in the list, pair and frequency for each pair found. Must have space for every pair. */
  readonly events: Uint32Array;
  /**
   * Output: index in the list, field and place of each term that has a place, row by row. Must have space for the
   * longest row, or none if nobody wants them.
   */
  readonly occurrences: Uint32Array;
  /** Output: end of each field of each listed row, in terms from the row's start. */
  readonly fieldEnds: Uint32Array;
  /** Fields of a row. */
  readonly fields: number;
}
