import { type Arrays, arraysIn, type Layout, sizeOf } from './arena.ts';
import { KERNEL_PARAMETERS, KERNELS_WASM } from './kernels.wasm.ts';
import { BLOCK, INNER_PARTS, innerRows, innerScratch } from './panel.ts';
import { createPlainKernels } from './plain.ts';
import { SPAN, TRIE_SLOT } from './structures.ts';
import { type Finish, startTeam, type Task, type Team } from './team.ts';

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
 * see `panelIndex` in panel.ts; their width is a multiple of 32. kernels.wat describes each kernel.
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
/** Rows of a task, for some hundred microseconds of work. */
const MULTIPLY_ROWS = 4096;
const TIMES_ROWS = 1024;
const FOLD_ROWS = 64;
/** With less memory, the work is shorter than starting a thread. */
const MIN_THREADED_BYTES = 4 << 20;

type KernelName = keyof typeof KERNEL_PARAMETERS;

let compiled: WebAssembly.Module | null | undefined;

/** The compiled module, or null if WebAssembly SIMD is not supported. */
function kernelModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    const bytes = Buffer.from(KERNELS_WASM, 'base64');
    compiled = WebAssembly.validate(bytes) ? new WebAssembly.Module(bytes) : null;
  }
  return compiled;
}

/** Arguments of a kernel: numbers, and arrays for their addresses. */
type Arguments<K extends KernelName> = Record<
  (typeof KERNEL_PARAMETERS)[K][number],
  number | ArrayBufferView
>;

const NAMES = Object.keys(KERNEL_PARAMETERS) as KernelName[];

/** A call of a kernel with its arguments by name. */
function call<K extends KernelName>(kernel: K, given: Arguments<K>): Task {
  const names: readonly (keyof Arguments<K>)[] = KERNEL_PARAMETERS[kernel];
  return [
    NAMES.indexOf(kernel),
    ...names.map((name) => {
      const argument = given[name];
      return typeof argument === 'number' ? argument : argument.byteOffset;
    }),
  ];
}

/** Divides the range from 0 to `end` into tasks of `step` numbers. */
function cut(end: number, step: number, task: (from: number, to: number) => Task): Task[] {
  return Array.from({ length: Math.ceil(end / step) }, (_, i) =>
    task(i * step, Math.min(end, (i + 1) * step)),
  );
}

/** Block `i` of a panel. */
const blockOf = (panel: Float32Array, rows: number, i: number) =>
  panel.subarray(i * rows * BLOCK, (i + 1) * rows * BLOCK);

/** A flag of a kernel. */
const flag = (set: boolean) => (set ? -1 : 0);

/** Kernels and their arrays. */
export interface KernelMemory<L> {
  readonly kernels: Kernels;
  readonly arrays: Arrays<L>;
}

/**
 * Creates kernels with their own memory.
 * @param threads maximum number of threads; `close` stops them
 */
export function createKernels<const L extends Layout>(layout: L, threads = 1): KernelMemory<L> {
  const module = kernelModule();
  if (!module) return createPlainKernels(layout);
  const sizeBytes = sizeOf(layout);
  const pages = Math.ceil(sizeBytes / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const team = startTeam(module, memory, NAMES, sizeBytes < MIN_THREADED_BYTES ? 1 : threads);
  return { kernels: kernelsOf(team), arrays: arraysIn<L>(memory.buffer, layout) };
}

/** The kernels of a team. */
function kernelsOf(team: Team): Kernels {
  return {
    multiply({ starts, indices, values }, panel, panelRows, width, image) {
      const rows = starts.length - 1;
      const ofBlock = (block: number) =>
        cut(rows, MULTIPLY_ROWS, (from, to) =>
          call('multiply', {
            starts: starts.subarray(from),
            rows: to - from,
            indices,
            values,
            panel: blockOf(panel, panelRows, block),
            image: blockOf(image, rows, block).subarray(from * BLOCK),
          }),
        );
      const tasks = Array.from({ length: width / BLOCK }, (_, block) => ofBlock(block));
      return team.begin(tasks.flat());
    },
    multiplyGram({ starts, indices, values }, panel, columns, width, image, scratch) {
      const rows = starts.length - 1;
      return team.begin(
        cut(width, BLOCK, (from) =>
          call('multiplyGram', {
            starts,
            rows,
            indices,
            values,
            panel: blockOf(panel, columns, from / BLOCK),
            columns,
            image: blockOf(image, columns, from / BLOCK),
            row: scratch.subarray(from),
          }),
        ),
      );
    },
    inner(x, y, rows, width, half, scratch) {
      const square = width * width;
      const step = innerRows(rows);
      const partLength = innerScratch(width) / INNER_PARTS;
      const parts = cut(INNER_PARTS * step, step, (from, end) => {
        const out = scratch.subarray((from / step) * partLength);
        const to = Math.min(rows, end);
        const wide = out.subarray(square);
        return call('inner', { x, y, rows, width, from, to, half: flag(half), out, wide });
      });
      team.begin(parts)();
      const out = scratch.slice(0, square);
      for (let part = 1; part < INNER_PARTS; part++) {
        const from = part * partLength;
        for (let i = 0; i < square; i++) out[i]! += scratch[from + i]!;
      }
      return out;
    },
    times(x, rows, width, m, half, out) {
      const tasks = cut(rows, TIMES_ROWS, (from, to) =>
        call('times', { x, rows, width, from, to, half: flag(half), m, out }),
      );
      team.begin(tasks)();
    },
    fold({ starts, indices, steps, scales }, rows, values, width, out) {
      return team.begin(
        cut(rows, FOLD_ROWS, (from, to) =>
          call('fold', { starts, indices, weights: steps, scales, values, width, from, to, out }),
        ),
      );
    },
    findWords(tasks, letters) {
      return team.begin(
        tasks.map((task) =>
          call('findWords', { ...task, count: task.cells.length / SPAN.length, letters }),
        ),
      );
    },
    encodeTexts(tasks, { slots, tokens }) {
      return team.begin(
        tasks.map(({ texts, codes, ends }) =>
          call('encodeTexts', {
            texts,
            count: texts.length / SPAN.length,
            table: slots,
            mask: slots.length / TRIE_SLOT.length - 1,
            tokens,
            out: codes,
            ends,
          }),
        ),
      );
    },
    close: () => team.close(),
  };
}
