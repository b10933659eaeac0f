import { Worker } from 'node:worker_threads';

/** With fewer bytes of arrays, the work is shorter than starting a thread. */
const MIN_BYTES = 1 << 19;

/** Typed arrays, whose buffers can be moved to another thread. */
const arraysOf = (values: readonly unknown[]) =>
  values.filter((value): value is ArrayBufferView<ArrayBuffer> => ArrayBuffer.isView(value));

/** Calls a function with what is given. A text, because bundles of the engine are a single file. */
const codeOf = (run: (...given: never) => object, given: readonly unknown[]) => `
const { parentPort, workerData } = require('node:worker_threads');
const result = (${run})(${given.map((value, i) =>
  typeof value === 'function' ? `(${value})` : `workerData[${i}]`,
)});
const arrays = Object.values(result).filter(ArrayBuffer.isView);
parentPort.postMessage(result, arrays.map(({ buffer }) => buffer));`;

/**
 * Calls a function on another thread while the calling one goes on, unless there is only one or little to do: then it is
 * called at once. What is calculated is the same.
 * @param run is given to the thread as its text, so it must not use names from outside. Functions that it calls are among `given`,
 * and follow the same rule
 * @param given typed arrays are moved: the caller cannot use them afterwards
 * @returns a record of numbers and typed arrays, each with a buffer of its own
 */
export function runApart<G extends readonly unknown[], R extends object>(
  threads: number,
  run: (...given: G) => R,
  ...given: G
): Promise<R> {
  const arrays = arraysOf(given);
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (threads === 1 || bytes < MIN_BYTES) return Promise.resolve(run(...given));
  const result = new Promise<R>((resolve, reject) => {
    const worker = new Worker(codeOf(run, given), {
      eval: true,
      execArgv: [],
      workerData: given.map((value) => (typeof value === 'function' ? null : value)),
      transferList: arrays.map(({ buffer }) => buffer),
    });
    worker.once('message', resolve).once('error', reject);
  });
  // The caller may fail before it waits.
  result.catch(() => {});
  return result;
}
