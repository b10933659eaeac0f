import type { Arrays } from './arena.ts';
import type { Finish } from './team.ts';

/** A sparse matrix in compressed rows, its arrays in kernel memory. */
export interface SparseRows {
  /** Start of each row in `indices` and `values`; rows + 1 entries. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/** Sparse rows of integers, each row with a scale and an even number of entries. */
export interface SparseSteps {
  /** Start of each row in `indices` and `steps`; rows + 1 entries. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly steps: Int16Array;
  readonly scales: Float32Array;
}

/** Input and output arrays of one task of findWords; see assembly/kernels.ts. */
export interface CellWords {
  /** Start and end address of each cell in kernel memory. */
  readonly cells: Uint32Array;
  readonly table: Uint16Array;
  /** A record whose first number is their count, then one for each word; see `WORD`. */
  readonly records: Uint32Array;
  /** Record numbers, cell by cell. */
  readonly tokens: Uint16Array;
  /** The number of processed cells, then the end of each cell in `tokens`. */
  readonly ends: Uint32Array;
}

/** Input and output arrays of one task of encodeTexts. */
export interface TextCodes {
  /** Start and end address of each text in kernel memory. */
  readonly texts: Uint32Array;
  /** Output: two bytes for each byte of text. */
  readonly codes: Uint8Array;
  /** End address of the codes of each text. */
  readonly ends: Uint32Array;
}

/**
 * Hot loops over arrays in one block of memory. All arrays passed to a kernel must be those that were
 * created with it (views of them are fine). Panels are matrices of f32 in blocks of 32 columns,
 * see `panelIndex` in panel.ts; their width is a multiple of 32. assembly/kernels.ts describes each kernel.
 * Kernels are divided into tasks for threads; the number of threads does not affect the results. Kernels
 * that return a `Finish` are only started: until it is called, do not touch their arrays or run others.
 */
export interface Kernels {
  /** Starts image = A · panel. The panel has `panelRows` rows, the image as many as A. */
  multiply(
    a: SparseRows,
    panel: Float32Array,
    panelRows: number,
    width: number,
    image: Float32Array,
  ): Finish;
  /** Starts image = Aᵀ · A · panel. Both have `rows` rows; `scratch` has `width` numbers. */
  multiplyGram(
    a: SparseRows,
    panel: Float32Array,
    rows: number,
    width: number,
    image: Float32Array,
    scratch: Float32Array,
  ): Finish;
  /**
   * xᵀ · y, width × width. With `half`, entries left of the diagonal are undefined. `scratch` has
   * `innerScratch(width)` numbers.
   */
  inner(
    x: Float32Array,
    y: Float32Array,
    rows: number,
    width: number,
    half: boolean,
    scratch: Float64Array,
  ): Float64Array;
  /**
   * out = x · m for panels of `rows` rows, a multiple of 4, and a square matrix packed by
   * `packSquare`; `half` = m is upper triangular.
   */
  times(
    x: Float32Array,
    rows: number,
    width: number,
    m: Float32Array,
    half: boolean,
    out: Float32Array,
  ): void;
  /**
   * Starts out = A · V, row-major, for 8-bit vectors V whose width is a multiple of 32. The sums are
   * integers: 127 times the sum of a row's steps must fit 31 bits.
   */
  project(
    a: SparseSteps,
    rows: number,
    values: Int8Array,
    width: number,
    out: Float32Array,
  ): Finish;
  /**
   * Starts finding the words of cells. A task stops early before a cell whose words might not fit.
   * @param letters for each byte: 0 if it ends a word, 1 if it is not ASCII, else its lower case
   */
  findWords(tasks: readonly CellWords[], letters: Uint8Array): Finish;
  /**
   * Starts encoding texts as token codes.
   * @param trie the tables of a `TokenTrie`
   */
  encodeTexts(
    tasks: readonly TextCodes[],
    trie: { readonly states: Uint32Array; readonly tokens: Int32Array },
  ): Finish;
  /** Stops the worker threads. */
  close(): void;
}

/** Kernels and their arrays. */
export interface KernelMemory<L> {
  readonly kernels: Kernels;
  readonly arrays: Arrays<L>;
}
