import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { LambdaFunction } from '#local/assembly/functions.ts';
import { FunctionError } from '#local/aws/service.ts';
import type { AnswerMessage, InvokeMessage, WorkerSettings } from './messages.ts';

/** How an instance is started. */
export interface InstanceSettings {
  definition: LambdaFunction;
  /** The whole environment of the function: nothing of the host's is added. */
  environment: Record<string, string>;
  clock: SharedArrayBuffer;
  onOutput(stream: Readable): void;
  /** Hears why a thread was ended or ended by itself, which no code in it can tell. */
  onEnd(failure: FunctionError, stack?: string): void;
}

/** One execution environment of a function: a worker thread that answers one request at a time. */
export interface Instance {
  readonly definition: LambdaFunction;
  /** False once the thread has ended, by itself or by `stop`. */
  readonly alive: boolean;
  /** Real time of the last answer. */
  readonly lastUsed: number;
  /** Runs one event (JSON) and gives the answer (JSON). Throws `FunctionError`; may end the thread. */
  invoke(event: string): Promise<string>;
  stop(): Promise<void>;
}

/** Lambda gives this much for loading the code, apart from the function's own timeout. */
const START_TIMEOUT_MS = 10_000;
/** How often the memory of a function at work is looked at. */
const MEMORY_CHECK_MS = 250;

const workerFile = new URL('./worker-thread.mjs', import.meta.url);

/** Starts an instance; its code is loaded by the first invocation. */
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
    workerData: { handler, codeDirectory, clock } satisfies WorkerSettings,
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
  // The thread's own limit is on objects; buffers and WASM memory are beside them.
  const checkMemory = async () => {
    const heap = await worker.getHeapStatistics();
    if (heap.used_heap_size + heap.external_memory > memoryMb * 1024 ** 2) end(outOfMemory());
  };

  const invoke = async (event: string): Promise<string> => {
    const requestId = randomUUID();
    const allowedMs = warm ? timeoutMs : timeoutMs + START_TIMEOUT_MS;
    const message: InvokeMessage = {
      requestId,
      event,
      functionName: name,
      functionArn: arn,
      memoryMb,
      timeoutMs,
    };
    let timer: NodeJS.Timeout | undefined;
    // A thread that has ended meanwhile has no memory to look at.
    const memory = setInterval(() => checkMemory().catch(() => {}), MEMORY_CHECK_MS);
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
