import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import { FunctionError } from '#local/aws/service.ts';
import type { AnswerMessage, InvokeMessage, WorkerSettings } from './messages.ts';

/** Settings of an instance. */
export interface InstanceSettings {
  definition: LambdaFunction;
  /** The whole environment of the function; the host's variables are not added. */
  environment: Record<string, string>;
  clock: SharedArrayBuffer;
  onOutput(stream: Readable): void;
  /** Called with the reason when the thread ends, because code in the thread cannot report it. */
  onEnd(failure: FunctionError, stack?: string): void;
}

/** One execution environment of a function: a worker thread that answers one request at a time. */
export interface Instance {
  readonly definition: LambdaFunction;
  /** False once the thread has ended, by itself or by `stop`. */
  readonly alive: boolean;
  /** Time of the last answer, by the real clock. */
  readonly lastUsed: number;
  /** Runs one event (JSON) and returns the answer (JSON). Throws `FunctionError`, which may end the thread. */
  invoke(event: string): Promise<string>;
  stop(): Promise<void>;
}

/** Lambda's limit for loading the code, in addition to the function's own timeout. */
const startTimeoutMs = 10_000;
/** A request waits for its function no longer than an API of API Gateway does. */
const mostRequestMs = 30_000;
/** Interval between memory checks of a busy function. */
const memoryCheckMs = 250;

const workerFile = new URL('./worker-thread.mjs', import.meta.url);

/** Starts an instance. The first invocation loads its code. */
export function startInstance({
  definition,
  environment,
  clock,
  onOutput,
  onEnd,
}: InstanceSettings): Instance {
  const { handler, codeDirectory, memoryMb, timeoutMs, name, arn } = definition;
  const worker = new Worker(workerFile, {
    env: environment,
    workerData: {
      handler,
      codeDirectory,
      clock,
      isBackground: timeoutMs > mostRequestMs,
    } satisfies WorkerSettings,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    stdout: true,
    stderr: true,
    execArgv: ['--no-warnings'],
    name,
  });
  onOutput(worker.stdout);
  onOutput(worker.stderr);
  // An idle instance must not keep the host alive.
  worker.unref();
  let alive = true;
  let warm = false;
  let lastUsed = Date.now();
  let fail: ((error: FunctionError) => void) | undefined;
  const end = (failure: FunctionError, stack?: string) => {
    if (!alive) return;
    alive = false;
    onEnd(failure, stack);
    fail?.(failure);
    void worker.terminate();
  };
  const outOfMemory = () =>
    new FunctionError('Runtime.OutOfMemory', `the function needs more than its ${memoryMb} MB`);
  worker.on('error', (thrown: unknown) => {
    // Code may throw anything, null included.
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') end(outOfMemory());
    else end(new FunctionError(error.name, error.message), error.stack);
  });
  worker.on('exit', (code) => {
    end(new FunctionError('Runtime.ExitError', `Runtime exited with exit status ${code}`));
  });
  // The thread's own limit covers objects, but not buffers and WASM memory.
  const checkMemory = async () => {
    const heap = await worker.getHeapStatistics();
    if (heap.used_heap_size + heap.external_memory > memoryMb * 1024 ** 2) end(outOfMemory());
  };

  const invoke = async (event: string): Promise<string> => {
    const requestId = randomUUID();
    const allowedMs = warm ? timeoutMs : timeoutMs + startTimeoutMs;
    const message: InvokeMessage = {
      requestId,
      event,
      functionName: name,
      functionArn: arn,
      memoryMb,
      timeoutMs,
    };
    let timer: NodeJS.Timeout | undefined;
    // The thread may have ended in the meantime; then there is nothing to check.
    const memory = setInterval(() => checkMemory().catch(() => {}), memoryCheckMs);
    worker.ref();
    try {
      return await new Promise<string>((resolve, reject) => {
        fail = reject;
        worker.once('message', (answer: AnswerMessage) => {
          if ('result' in answer) resolve(answer.result);
          else reject(new FunctionError(answer.error.errorType, answer.error.errorMessage));
        });
        timer = setTimeout(() => {
          const seconds = (timeoutMs / 1000).toFixed(2);
          const late = `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`;
          end(new FunctionError('Sandbox.Timedout', late));
        }, allowedMs);
        worker.postMessage(message);
      });
    } finally {
      clearTimeout(timer);
      clearInterval(memory);
      fail = undefined;
      warm = true;
      lastUsed = Date.now();
      worker.unref();
    }
  };

  return {
    definition,
    invoke,
    get alive() {
      return alive;
    },
    get lastUsed() {
      return lastUsed;
    },
    async stop() {
      alive = false;
      fail?.(new FunctionError('Runtime.ExitError', 'the local cloud stops'));
      await worker.terminate();
    },
  };
}
