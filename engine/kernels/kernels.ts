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

/** Sparse rows of whole numbers, each row with a scale and an even number of entries. */
export interface SparseSteps {
  /** Start of each row in `indices` and `steps`; rows + 1 entries. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly steps: Int16Array;
  readonly scales: Float32Array;
}

/** Cells whose words are found by one task, and room for what is found; see findWords of kernels.wat. */
export interface CellWords {
  /** Where each cell begins and ends in kernel memory. */
  readonly cells: Uint32Array;
  readonly table: Uint16Array;
  /** Four numbers for each word: hash, begin, end, how often it was met; those of record 0 come second. */
  readonly records: Uint32Array;
  /** Numbers of records, cell after cell. */
  readonly tokens: Uint16Array;
  /** How many cells were done, and the end of each in `tokens`. */
  readonly ends: Uint32Array;
}

/** Texts to be written as codes of tokens, by one task. */
export interface TextCodes {
  /** Where each text begins and ends in kernel memory. */
  readonly texts: Uint32Array;
  /** Room for the codes, two bytes for each byte of text. */
  readonly codes: Uint8Array;
  /** Where the codes of each text end in kernel memory. */
  readonly ends: Uint32Array;
}

/** What `CellWords` need room for. */
export const WORD_TABLE = 1 << 17;
export const MOST_WORDS = 65_535;

/**
 * Hot loops over arrays in one block of memory. All arrays passed to a kernel must come from the
 * same `Kernels` object (views of them are fine). Panels are matrices of f32 in blocks of 32 columns,
 * see `panelIndex` in panel.ts; their width is a multiple of 32. kernels.wat describes each kernel.
 * Kernels are cut into tasks for threads; the number of threads does not change a bit. Those that give a
 * `Finish` have only begun: until it is called, their arrays must be left alone and no other kernel run.
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
  /** Begins image = A · panel; the panel has `panelRows` rows, the image as many as A. */
  multiply(
    a: SparseRows,
    panel: Float32Array,
    panelRows: number,
    width: number,
    image: Float32Array,
  ): Finish;
  /** Begins image = Aᵀ · A · panel, both of `rows` rows; `scratch` is room for `width` numbers. */
  multiplyGram(
    a: SparseRows,
    panel: Float32Array,
    rows: number,
    width: number,
    image: Float32Array,
    scratch: Float32Array,
  ): Finish;
  /**
   * xᵀ · y, width × width; `half` leaves the entries left of the diagonal undefined. `scratch` is room
   * for `innerScratch(width)` numbers.
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
   * Begins out = A · V, row-major, for vectors V of eight bits whose width is a multiple of 32. The sums
   * are whole numbers: 127 times the steps of a row must stay within 31 bits.
   */
  fold(a: SparseSteps, rows: number, values: Int8Array, width: number, out: Float32Array): Finish;
  /**
   * Begins to find the words of cells, from the first one of each task on. Cells that might have too many
   * words for the room end a task early; in plain JavaScript none is done.
   * @param letters what each byte is in a word: 0 ends it, 1 is no ASCII, else its lower case
   */
  findWords(tasks: readonly CellWords[], letters: Uint8Array): Finish;
  /**
   * Begins to write texts as codes of tokens.
   * @param trie the tables of a `TokenTrie`
   * @returns null in plain JavaScript: there is no kernel
   */
  encodeTexts(
    tasks: readonly TextCodes[],
    trie: { readonly slots: Uint32Array; readonly tokens: Int32Array },
  ): Finish | null;
  /** Ends the helping threads. */
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
/** Rows of a task: some hundred microseconds of work. */
const MULTIPLY_ROWS = 4096;
const TIMES_ROWS = 1024;
const FOLD_ROWS = 64;
/** Less memory than this is less work than starting a thread. */
const WORTH_THREADS_BYTES = 4 << 20;

let compiled: WebAssembly.Module | null | undefined;

/** The compiled module, or null where WebAssembly SIMD is missing. */
function kernelModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    const bytes = Buffer.from(KERNELS_WASM, 'base64');
    compiled = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
  }
  return compiled;
}

/** One task for each stretch of `step` numbers below `end`. */
function cut(end: number, step: number, task: (from: number, to: number) => Task): Task[] {
  return Array.from({ length: Math.ceil(end / step) }, (_, i) =>
    task(i * step, Math.min(end, (i + 1) * step)),
  );
}

/**
 * Kernels with memory of their own.
 * @param sizeBytes room for all arrays together, 16 bytes of alignment each included
 * @param threads that share the work, if it is worth it; `close` ends them
 */
export function createKernels(sizeBytes: number, threads = 1): Kernels {
  const module = kernelModule();
  if (!module) return createPlainKernels();
  const pages = Math.ceil((sizeBytes + 1024) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const team = startTeam(module, memory, NAMES, sizeBytes < WORTH_THREADS_BYTES ? 1 : threads);
  const run = (tasks: readonly Task[]) => team.begin(tasks)();
  let next = 16;
  const take = (bytes: number) => {
    const at = next;
    next = at + Math.ceil(bytes / 16) * 16;
    if (next > memory.buffer.byteLength) throw new RangeError('the kernel memory is too small');
    return at;
  };
  /** Where block `i` of a panel begins. */
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
