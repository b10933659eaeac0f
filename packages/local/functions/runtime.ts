import { totalmem } from 'node:os';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import { FunctionError } from '#local/aws/service.ts';
import type { Ended } from '#local/watch/watch.ts';
import { type Instance, startInstance } from './instance.ts';
import type { FunctionLogs } from './logs.ts';
import { openPool, type Pool } from './pool.ts';

/** Runs the functions of the assembly. */
export interface FunctionRuntime {
  has(functionName: string): boolean;
  /** Invokes a function by name and returns the parsed answer. Throws `FunctionError` if the function fails. */
  invoke(functionName: string, payload: unknown): Promise<unknown>;
  /** How many invocations are running. */
  running(): number;
  /** Ends all instances of a function at once, in the middle of what they do. */
  crash(functionName: string): void;
  /** Lets calls that begin from now on meet the environment that a function has now; those that run go on as they began. */
  renew(functionName: string): void;
  close(): Promise<void>;
}

export interface FunctionRuntimeOptions {
  functions: readonly LambdaFunction[];
  /** The whole environment of a function. */
  environmentOf(definition: LambdaFunction): Record<string, string>;
  clock: SharedArrayBuffer;
  logs: FunctionLogs;
  /** Hears of every call how it ended. */
  onEnd?(functionName: string, ended: Ended): void;
  /** Code of the error that a test has ordered for the next call of a function; `TooManyRequestsException` turns it away. */
  faultOf?(functionName: string): string | undefined;
  /** A thread that was used within this time stays if memory allows. By default, its next request is likely then. */
  busyMs?: number | undefined;
  /** Of more threads than fit into this memory, the least recently used ones stop although that was a moment ago. */
  busyMemoryBytes?: number;
}

const defaultBusyMs = 30_000;
/** Largest number of idle threads beyond those; the least recently used ones are stopped. */
const maxIdle = 10;
/** Memory of a thread: 20 to 50 MB, and 33 MB on average. */
const instanceBytes = 33_000_000;
/** Number of idle threads that are never stopped for being idle long. */
const keepIdle = 4;
const keptIdleMs = 120_000;
/**
 * Memory that the threads of a busy host may take: a third of the machine's, or of the container's. With 24 GB there is a thread for
 * every function, so that none stops to start again a moment later.
 */
const defaultBusyMemoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 3;

/** Lambda's limit for the event and the answer of a synchronous invocation. */
const maxPayloadBytes = 6 * 1024 * 1024;

/** Opens the runtime. The first invocation of a function starts its first instance. */
export function openFunctionRuntime(options: FunctionRuntimeOptions): FunctionRuntime {
  const { busyMs = defaultBusyMs, busyMemoryBytes = defaultBusyMemoryBytes } = options;
  // Counted, not measured: a thread that ends leaves its memory to the next ones and not to the machine, so once the
  // process has taken too much, it would stop nearly every thread after its call.
  const mostThreads = busyMemoryBytes / instanceBytes;
  const definitions = new Map(options.functions.map((item) => [item.name, item]));
  const pools = new Map<string, Pool>();
  let running = 0;
  const threads = () => pools.values().reduce((sum, pool) => sum + pool.size(), 0);

  /**
   * Stops idle instances that have been idle for long, or that the host has no memory for, the least recently used ones
   * first. A few always stay.
   */
  const trim = () => {
    const idle = [...pools.values()].flatMap((pool) =>
      pool.idle().map((instance) => ({ pool, instance })),
    );
    idle.sort((a, b) => a.instance.lastUsed - b.instance.lastUsed);
    const now = Date.now();
    let surplus = threads() - mostThreads;
    for (let left = idle.length; left > keepIdle; left--) {
      const { pool, instance } = idle[idle.length - left]!;
      const idleMs = now - instance.lastUsed;
      const stays = idleMs < busyMs || (left <= maxIdle && idleMs < keptIdleMs);
      if (stays && surplus <= 0) continue;
      surplus--;
      pool.remove(instance);
      void instance.stop();
    }
  };
  // Who has been idle for long is looked for now and then, because a look at every thread after every call is a
  // twentieth of what the host works.
  const trimming = setInterval(trim, defaultBusyMs / 4).unref();

  /** Logs a failure that the function itself could not log. */
  const note = (definition: LambdaFunction, { errorType, message }: FunctionError, stack = '') =>
    options.logs.write(
      definition,
      JSON.stringify({ level: 'ERROR', message: `${errorType}: ${message}`, stack }),
    );
  const start = (definition: LambdaFunction): Instance =>
    startInstance({
      definition,
      environment: options.environmentOf(definition),
      clock: options.clock,
      onOutput: (stream) => options.logs.follow(definition, stream),
      onEnd: (failure, stack) => note(definition, failure, stack),
    });

  const poolOf = (name: string): Pool => {
    let pool = pools.get(name);
    if (!pool) {
      const definition = definitions.get(name);
      if (!definition) {
        throw new FunctionError('ResourceNotFoundException', `Function not found: ${name}`);
      }
      pool = openPool(
        definition,
        () => start(definition),
        () => threads() > mostThreads && trim(),
      );
      pools.set(name, pool);
    }
    return pool;
  };

  return {
    has: (name) => definitions.has(name),
    async invoke(name, payload) {
      const event = JSON.stringify(payload ?? {});
      if (Buffer.byteLength(event) > maxPayloadBytes) {
        throw new FunctionError(
          'RequestTooLargeException',
          `the event is larger than ${maxPayloadBytes} bytes`,
        );
      }
      const fault = options.faultOf?.(name);
      if (fault === 'TooManyRequestsException') {
        options.onEnd?.(name, 'throttled');
        throw new FunctionError(fault, 'Rate Exceeded.');
      }
      running += 1;
      const answered = fault
        ? Promise.reject(new FunctionError(fault, 'Ordered by a test.'))
        : poolOf(name).invoke(event);
      const answer = await answered
        .finally(() => {
          running -= 1;
        })
        .catch((error: unknown) => {
          options.onEnd?.(name, 'failed');
          throw error;
        });
      options.onEnd?.(name, 'done');
      if (Buffer.byteLength(answer) > maxPayloadBytes) {
        const failure = new FunctionError(
          'Function.ResponseSizeTooLarge',
          `Response payload size exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`,
        );
        note(definitions.get(name)!, failure);
        throw failure;
      }
      return JSON.parse(answer);
    },
    running: () => running,
    crash: (name) => pools.get(name)?.crash(),
    renew(name) {
      pools.get(name)?.retire();
      pools.delete(name);
    },
    async close() {
      clearInterval(trimming);
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}
