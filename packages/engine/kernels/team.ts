import { Worker } from 'node:worker_threads';

/** The index of a kernel in the list of names, and its arguments. */
export type Task = readonly [kernel: number, ...pointers: number[]];

/** Helps with the started tasks, waits for all of them, and throws if one failed. */
export type Finish = () => void;

/** Threads that share the tasks of one WebAssembly memory. */
export interface Team {
  /**
   * Starts tasks, which run in any order on any thread and must write to different memory. The calling
   * thread can do other work; it must call `Finish` before it starts further tasks.
   */
  begin(tasks: readonly Task[]): Finish;
  /** Stops the worker threads. */
  close(): void;
}

// Indices of the shared state. Task numbers are never reused, so that a late thread cannot confuse a new
// task with an old one. TOTAL is negative once the team is closed.
const [TAKEN, TOTAL, DONE, FAILED] = [0, 1, 2, 3];
const HEAD = 16;
const TASK_WORDS = 16;
/** Maximum number of queued tasks. */
const CAPACITY = 256;
const WORDS = HEAD + CAPACITY * TASK_WORDS;

/** Source of the worker. A string, because bundles of the engine are a single file. Same loop as `runTasks`. */
const HELPER = `
const { module, memory, state, names } = require('node:worker_threads').workerData;
const { exports } = new WebAssembly.Instance(module, { env: { memory } });
const kernels = names.map((name) => exports[name]);
for (;;) {
  const total = Atomics.load(state, ${TOTAL});
  const task = Atomics.load(state, ${TAKEN});
  if (total < 0) break;
  if (task === total) {
    Atomics.wait(state, ${TOTAL}, total);
    continue;
  }
  if (task > total || Atomics.compareExchange(state, ${TAKEN}, task, task + 1) !== task) continue;
  const at = ${HEAD} + (task % ${CAPACITY}) * ${TASK_WORDS};
  try {
    kernels[state[at]](...state.subarray(at + 1, at + ${TASK_WORDS}));
  } catch {
    Atomics.store(state, ${FAILED}, 1);
  }
  Atomics.add(state, ${DONE}, 1);
  Atomics.notify(state, ${DONE});
}`;

/**
 * Starts worker threads for the kernels of a module. The calling thread works too, and does everything if
 * no thread can be started.
 * @param names exported functions that tasks refer to
 * @param threads number of threads, including the calling one
 */
export function startTeam(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  names: readonly string[],
  threads: number,
): Team {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const kernels = names.map((name) => exports[name] as (...pointers: number[]) => void);
  const state = new Int32Array(new SharedArrayBuffer(WORDS * 4));
  for (let i = 1; i < threads; i++) {
    const worker = new Worker(HELPER, {
      eval: true,
      execArgv: [],
      workerData: { module, memory, state, names },
    });
    // A thread that failed to start takes no tasks; the others run them.
    worker.on('error', () => {});
    worker.unref();
  }
  const runTasks = (total: number) => {
    for (let task = Atomics.load(state, TAKEN); task < total; task = Atomics.load(state, TAKEN)) {
      if (Atomics.compareExchange(state, TAKEN, task, task + 1) !== task) continue;
      const at = HEAD + (task % CAPACITY) * TASK_WORDS;
      try {
        kernels[state[at]!]!(...state.subarray(at + 1, at + TASK_WORDS));
      } catch {
        Atomics.store(state, FAILED, 1);
      }
      Atomics.add(state, DONE, 1);
    }
    for (let done = Atomics.load(state, DONE); done < total; done = Atomics.load(state, DONE)) {
      Atomics.wait(state, DONE, done);
    }
    if (Atomics.load(state, FAILED)) throw new Error('A kernel failed.');
  };
  /** Queues tasks, at most CAPACITY, and wakes the workers. Returns the new total. */
  const post = (tasks: readonly Task[]): number => {
    const before = Atomics.load(state, TOTAL);
    tasks.forEach((task, i) => {
      state.set(task, HEAD + ((before + i) % CAPACITY) * TASK_WORDS);
    });
    Atomics.store(state, TOTAL, before + tasks.length);
    Atomics.notify(state, TOTAL);
    return before + tasks.length;
  };
  return {
    begin(tasks) {
      if (threads === 1) {
        return () => {
          for (const [kernel, ...pointers] of tasks) kernels[kernel]!(...pointers);
        };
      }
      let total = post(tasks.slice(0, CAPACITY));
      return () => {
        runTasks(total);
        for (let first = CAPACITY; first < tasks.length; first += CAPACITY) {
          total = post(tasks.slice(first, first + CAPACITY));
          runTasks(total);
        }
      };
    },
    close() {
      Atomics.store(state, TOTAL, -1);
      Atomics.notify(state, TOTAL);
    },
  };
}
