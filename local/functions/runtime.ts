import type { LambdaFunction } from '#local/assembly/functions.ts';
import { FunctionError } from '#local/aws/service.ts';
import { type Instance, startInstance } from './instance.ts';
import type { FunctionLogs } from './logs.ts';
import { openPool, type Pool } from './pool.ts';

/** Runs the functions of the assembly. */
export interface FunctionRuntime {
  has(functionName: string): boolean;
  /** Invokes by name and gives the parsed answer. Throws `FunctionError` when the function fails. */
  invoke(functionName: string, payload: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export interface FunctionRuntimeOptions {
  functions: readonly LambdaFunction[];
  /** The whole environment of a function. */
  environmentOf(definition: LambdaFunction): Record<string, string>;
  clock: SharedArrayBuffer;
  logs: FunctionLogs;
}

/** Idle threads cost 10 to 30 MB each; beyond this many the least recently used one is stopped. */
const MAX_IDLE = 10;
/** As many stay, however long nobody calls them; the others are stopped after a while. */
const KEEP_IDLE = 4;
const IDLE_MS = 120_000;
/** The host is to stay below 600 MB when idle: above this, only the few stay. */
const MEMORY_BYTES = 450_000_000;

/** Lambda's limit for the event and the answer of a synchronous invocation. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Opens the runtime; nothing is started before the first invocation. */
export function openFunctionRuntime(options: FunctionRuntimeOptions): FunctionRuntime {
  const definitions = new Map(options.functions.map((item) => [item.name, item]));
  const pools = new Map<string, Pool>();

  /** Stops idle instances that are too many or, beyond the few used last, idle for long. */
  const trim = () => {
    const idle = [...pools.values()].flatMap((pool) =>
      pool.idle().map((instance) => ({ pool, instance })),
    );
    idle.sort((a, b) => b.instance.lastUsed - a.instance.lastUsed);
    const longAgo = Date.now() - IDLE_MS;
    const most = process.memoryUsage.rss() > MEMORY_BYTES ? KEEP_IDLE : MAX_IDLE;
    for (const [rank, { pool, instance }] of idle.entries()) {
      if (rank < most && (rank < KEEP_IDLE || instance.lastUsed > longAgo)) continue;
      pool.remove(instance);
      void instance.stop();
    }
  };
  const trimming = setInterval(trim, IDLE_MS / 4).unref();

  /** Writes down what the function itself could not. */
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
      if (!definition)
        throw new FunctionError('ResourceNotFoundException', `Function not found: ${name}`);
      pool = openPool(definition, () => start(definition), trim);
      pools.set(name, pool);
    }
    return pool;
  };

  return {
    has: (name) => definitions.has(name),
    async invoke(name, payload) {
      const event = JSON.stringify(payload ?? {});
      if (Buffer.byteLength(event) > MAX_PAYLOAD_BYTES) {
        throw new FunctionError(
          'RequestTooLargeException',
          `the event is larger than ${MAX_PAYLOAD_BYTES} bytes`,
        );
      }
      const answer = await poolOf(name).invoke(event);
      if (Buffer.byteLength(answer) > MAX_PAYLOAD_BYTES) {
        const failure = new FunctionError(
          'Function.ResponseSizeTooLarge',
          `Response payload size exceeded maximum allowed payload size (${MAX_PAYLOAD_BYTES} bytes).`,
        );
        note(definitions.get(name)!, failure);
        throw failure;
      }
      return JSON.parse(answer);
    },
    async close() {
      clearInterval(trimming);
      await Promise.all([...pools.values()].map((pool) => pool.stop()));
    },
  };
}
