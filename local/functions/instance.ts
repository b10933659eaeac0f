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

const workerFile = new URL('./worker-thread.mjs', import.meta.url);

/** Starts an instance; its code is loaded by the first invocation. */
export function startInstance({
  definition,
  environment,
  clock,
  onOutput,
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
  worker.on('error', (error: NodeJS.ErrnoException) => {
    alive = false;
    const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    const type = outOfMemory ? 'Runtime.OutOfMemory' : (error.name ?? 'Error');
    fail?.(new FunctionError(type, error.message));
  });
  worker.on('exit', (code) => {
    alive = false;
    fail?.(new FunctionError('Runtime.ExitError', `Runtime exited with exit status ${code}`));
  });

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
          alive = false;
          reject(
            new FunctionError(
              'Sandbox.Timedout',
              `RequestId: ${requestId} Error: Task timed out after ${seconds} seconds`,
            ),
          );
          void worker.terminate();
        }, allowedMs);
        worker.postMessage(message);
      });
    } finally {
      clearTimeout(timer);
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
      await worker.terminate();
    },
  };
}
