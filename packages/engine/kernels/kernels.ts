import { arraysIn, type Layout, sizeOf } from './arena.ts';
import type { KernelMemory, Kernels } from './build-kernels.ts';
import { compileBest } from './compile-best.ts';
import { KERNEL_PARAMETERS, KERNELS_WASM } from './kernels.wasm.ts';
import { BLOCK, INNER_PARTS, innerRows, innerScratch } from './panel.ts';
import { SPAN } from './structures.ts';
import { startTeam, type Task, type Team } from './team.ts';

const PAGE_BYTES = 65_536;
/** Rows of a task, for some hundred microseconds of work. */
const MULTIPLY_ROWS = 4096;
const TIMES_ROWS = 1024;
const FOLD_ROWS = 64;
/** With less memory, the work is shorter than starting a thread. */
const MIN_THREADED_BYTES = 4 << 20;

type KernelName = keyof typeof KERNEL_PARAMETERS;

let compiled: WebAssembly.Module | undefined;

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

/**
 * Creates kernels with their own memory.
 * @param threads maximum number of threads; `close` stops them
 */
export function createKernels<const L extends Layout>(layout: L, threads = 1): KernelMemory<L> {
  compiled ??= compileBest([Buffer.from(KERNELS_WASM, 'base64')]);
  const sizeBytes = sizeOf(layout);
  const pages = Math.ceil(sizeBytes / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const team = startTeam(compiled, memory, NAMES, sizeBytes < MIN_THREADED_BYTES ? 1 : threads);
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
            columns: 0,
            row: 0,
          }),
        );
      const tasks = Array.from({ length: width / BLOCK }, (_, block) => ofBlock(block));
      return team.begin(tasks.flat());
    },
    multiplyGram({ starts, indices, values }, panel, columns, width, image, scratch) {
      const rows = starts.length - 1;
      return team.begin(
        cut(width, BLOCK, (from) =>
          call('multiply', {
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
    project({ starts, indices, steps, scales }, rows, values, width, out) {
      return team.begin(
        cut(rows, FOLD_ROWS, (from, to) =>
          call('project', {
            starts,
            indices,
            weights: steps,
            scales,
            values,
            width,
            from,
            to,
            out,
          }),
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
    encodeTexts(tasks, { states, tokens }) {
      return team.begin(
        tasks.map(({ texts, codes, ends }) =>
          call('encodeTexts', {
            texts,
            count: texts.length / SPAN.length,
            states,
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
