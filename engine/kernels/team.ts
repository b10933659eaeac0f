import { Worker } from 'node:worker_threads';

/** A kernel by its place in the list of names, and its arguments. */
export type Task = readonly [kernel: number, ...pointers: number[]];

/** Joins in what was begun; returns when all is done, and throws when some of it failed. */
export type Finish = () => void;

/** Threads that share the tasks of one WebAssembly memory. */
export interface Team {
  /**
   * Begins tasks that write to different places, in any order on any thread. The calling thread is free for
   * other work until it finishes them, which it does before it begins others. What tasks write does not
   * depend on who runs them.
   */
  begin(tasks: readonly Task[]): Finish;
  /** Ends the helping threads. */
  close(): void;
}

// Places in the shared state. Tasks are counted from the first one of the team on, so that a thread that
// was late for the last task cannot mistake a new one for it. TOTAL is negative once the team is closed.
const [TAKEN, TOTAL, DONE, FAILED] = [0, 1, 2, 3];
const HEAD = 16;
const TASK_WORDS = 16;
/** Tasks that wait at a time. */
const CAPACITY = 256;
const WORDS = HEAD + CAPACITY * TASK_WORDS;

/** Text instead of a file: bundles of the engine have no second file. The loop is that of `runTasks`. */
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
 * Starts helpers for the kernels of a module. The calling thread works too, and does everything where
 * no thread can be started.
 * @param names exported functions, the kernels of the tasks
 * @param threads including the calling one
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
    // A thread that could not start takes no tasks: the others do them.
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
  /** Lets the helpers begin with some tasks, as many as may wait; tells how many there are in all now. */
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
