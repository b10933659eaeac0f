import { KERNELS_WASM } from './kernels.wasm.ts';
import { BLOCK, INNER_PARTS, innerRows, innerScratch } from './panel.ts';
import { createPlainKernels } from './plain.ts';
import { type Finish, startTeam, type Task } from './team.ts';

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

/** Input and output arrays of one task of findWords; see kernels.wat. */
export interface CellWords {
  /** Start and end address of each cell in kernel memory. */
  readonly cells: Uint32Array;
  readonly table: Uint16Array;
  /** The number of records, then from index 4 on four numbers for each word: hash, start, end, count. */
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

/** Entries of `CellWords.table`, and the maximum number of records. */
export const WORD_TABLE = 1 << 17;
export const MAX_WORDS = 65_535;

/**
 * Hot loops over arrays in one block of memory. All arrays passed to a kernel must be allocated by the
 * same `Kernels` object (views of them are fine). Panels are matrices of f32 in blocks of 32 columns,
 * see `panelIndex` in panel.ts; their width is a multiple of 32. kernels.wat describes each kernel.
 * Kernels are divided into tasks for threads; the number of threads does not affect the results. Kernels
 * that return a `Finish` are only started: until it is called, do not touch their arrays or run others.
 */
export interface Kernels {
  u8(length: number): Uint8Array;
  u16(length: number): Uint16Array;
  u32(length: number): Uint32Array;
  f32(length: number): Float32Array;
  f64(length: number): Float64Array;
  i32(length: number): Int32Array;
  i8(length: number): Int8Array;
  i16(length: number): Int16Array;
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
  fold(a: SparseSteps, rows: number, values: Int8Array, width: number, out: Float32Array): Finish;
  /**
   * Starts finding the words of cells. A task stops early before a cell whose words might not fit. The
   * plain JavaScript version processes no cell.
   * @param letters for each byte: 0 if it ends a word, 1 if it is not ASCII, else its lower case
   */
  findWords(tasks: readonly CellWords[], letters: Uint8Array): Finish;
  /**
   * Starts encoding texts as token codes.
   * @param trie the tables of a `TokenTrie`
   * @returns null in plain JavaScript, which has no such kernel
   */
  encodeTexts(
    tasks: readonly TextCodes[],
    trie: { readonly slots: Uint32Array; readonly tokens: Int32Array },
  ): Finish | null;
  /** Stops the worker threads. */
  close(): void;
}

const PAGE_BYTES = 65_536;
const NAMES = [
  'multiply',
  'multiplyGram',
  'inner',
  'times',
  'fold',
  'findWords',
  'encodeTexts',
] as const;
const [MULTIPLY, MULTIPLY_GRAM, INNER, TIMES, FOLD, FIND_WORDS, ENCODE_TEXTS] = [
  0, 1, 2, 3, 4, 5, 6,
];
/** Rows of a task, for some hundred microseconds of work. */
const MULTIPLY_ROWS = 4096;
const TIMES_ROWS = 1024;
const FOLD_ROWS = 64;
/** With less memory, the work is shorter than starting a thread. */
const MIN_THREADED_BYTES = 4 << 20;

let compiled: WebAssembly.Module | null | undefined;

/** The compiled module, or null if WebAssembly SIMD is not supported. */
function kernelModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    const bytes = Buffer.from(KERNELS_WASM, 'base64');
    compiled = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
  }
  return compiled;
}

/** Divides the range from 0 to `end` into tasks of `step` numbers. */
function cut(end: number, step: number, task: (from: number, to: number) => Task): Task[] {
  return Array.from({ length: Math.ceil(end / step) }, (_, i) =>
    task(i * step, Math.min(end, (i + 1) * step)),
  );
}

/**
 * Creates kernels with their own memory.
 * @param sizeBytes memory for all arrays, including 16 bytes of alignment each
 * @param threads maximum number of threads; `close` stops them
 */
export function createKernels(sizeBytes: number, threads = 1): Kernels {
  const module = kernelModule();
  if (!module) return createPlainKernels();
  const pages = Math.ceil((sizeBytes + 1024) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const team = startTeam(module, memory, NAMES, sizeBytes < MIN_THREADED_BYTES ? 1 : threads);
  const run = (tasks: readonly Task[]) => team.begin(tasks)();
  let next = 16;
  const take = (bytes: number) => {
    const at = next;
    next = at + Math.ceil(bytes / 16) * 16;
    if (next > memory.buffer.byteLength) throw new RangeError('the kernel memory is too small');
    return at;
  };
  /** Address of block `i` of a panel. */
  const blockOf = (panel: Float32Array, rows: number, i: number) =>
    panel.byteOffset + i * rows * BLOCK * 4;
  return {
    u8: (length) => new Uint8Array(memory.buffer, take(length), length),
    u16: (length) => new Uint16Array(memory.buffer, take(length * 2), length),
    u32: (length) => new Uint32Array(memory.buffer, take(length * 4), length),
    f32: (length) => new Float32Array(memory.buffer, take(length * 4), length),
    f64: (length) => new Float64Array(memory.buffer, take(length * 8), length),
    i32: (length) => new Int32Array(memory.buffer, take(length * 4), length),
    i8: (length) => new Int8Array(memory.buffer, take(length), length),
    i16: (length) => new Int16Array(memory.buffer, take(length * 2), length),
    multiply({ starts, indices, values }, panel, panelRows, width, image) {
      const rows = starts.length - 1;
      const ofBlock = (block: number) =>
        cut(rows, MULTIPLY_ROWS, (from, to) => [
          MULTIPLY,
          starts.byteOffset + from * 4,
          to - from,
          indices.byteOffset,
          values.byteOffset,
          blockOf(panel, panelRows, block),
          blockOf(image, rows, block) + from * BLOCK * 4,
        ]);
      const tasks = Array.from({ length: width / BLOCK }, (_, block) => ofBlock(block));
      return team.begin(tasks.flat());
    },
    multiplyGram({ starts, indices, values }, panel, rows, width, image, scratch) {
      return team.begin(
        cut(width, BLOCK, (from) => [
          MULTIPLY_GRAM,
          starts.byteOffset,
          starts.length - 1,
          indices.byteOffset,
          values.byteOffset,
          blockOf(panel, rows, from / BLOCK),
          rows,
          blockOf(image, rows, from / BLOCK),
          scratch.byteOffset + from * 4,
        ]),
      );
    },
    inner(x, y, rows, width, half, scratch) {
      const square = width * width;
      const partWords = innerScratch(width) / INNER_PARTS;
      const parts = cut(INNER_PARTS * innerRows(rows), innerRows(rows), (from, to) => {
        const part = scratch.byteOffset + (from / innerRows(rows)) * partWords * 8;
        return [
          INNER,
          x.byteOffset,
          y.byteOffset,
          rows,
          width,
          from,
          Math.min(rows, to),
          half ? -1 : 0,
          part,
          part + square * 8,
        ];
      });
      run(parts);
      const out = scratch.slice(0, square);
      for (let part = 1; part < INNER_PARTS; part++) {
        const from = part * partWords;
        for (let i = 0; i < square; i++) out[i]! += scratch[from + i]!;
      }
      return out;
    },
    times(x, rows, width, m, half, out) {
      run(
        cut(rows, TIMES_ROWS, (from, to) => [
          TIMES,
          x.byteOffset,
          rows,
          width,
          from,
          to,
          half ? -1 : 0,
          m.byteOffset,
          out.byteOffset,
        ]),
      );
    },
    fold({ starts, indices, steps, scales }, rows, values, width, out) {
      return team.begin(
        cut(rows, FOLD_ROWS, (from, to) => [
          FOLD,
          starts.byteOffset,
          indices.byteOffset,
          steps.byteOffset,
          scales.byteOffset,
          values.byteOffset,
          width,
          from,
          to,
          out.byteOffset,
        ]),
      );
    },
    findWords(tasks, letters) {
      return team.begin(
        tasks.map(({ cells, table, records, tokens, ends }) => [
          FIND_WORDS,
          cells.byteOffset,
          cells.length / 2,
          letters.byteOffset,
          table.byteOffset,
          records.byteOffset,
          tokens.byteOffset,
          ends.byteOffset,
        ]),
      );
    },
    encodeTexts(tasks, { slots, tokens }) {
      return team.begin(
        tasks.map(({ texts, codes, ends }) => [
          ENCODE_TEXTS,
          texts.byteOffset,
          texts.length / 2,
          slots.byteOffset,
          slots.length / 2 - 1,
          tokens.byteOffset,
          codes.byteOffset,
          ends.byteOffset,
        ]),
      );
    },
    close: () => team.close(),
  };
}
