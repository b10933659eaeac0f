/**
 * Runs in each worker thread: loads one function's bundle and answers invocations, one at a time.
 * The host strips its types before use, so that no worker pays for a compiler of its own; therefore
 * it imports nothing but Node's modules and types.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { AnswerMessage, InvokeMessage, WorkerSettings } from './messages.ts';

type Handler = (event: unknown, context: object) => unknown;

const { handler, codeDirectory, clock } = workerData as WorkerSettings;

followClock(new Float64Array(clock));
let loaded: Promise<Handler> | undefined;

parentPort!.on('message', async (message: InvokeMessage) => {
  parentPort!.postMessage(await answer(message));
});

async function answer(message: InvokeMessage): Promise<AnswerMessage> {
  const { requestId } = message;
  try {
    loaded ??= load();
    const run = await loaded;
    const result = await run(JSON.parse(message.event), context(message));
    return { requestId, result: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    const {
      name,
      message: text,
      stack,
    } = error instanceof Error ? error : new Error(String(error));
    // Lambda writes what a handler throws to the log in this form.
    console.error(
      JSON.stringify({ level: 'ERROR', requestId, message: `${name}: ${text}`, stack }),
    );
    return { requestId, error: { errorType: name, errorMessage: text } };
  }
}

async function load(): Promise<Handler> {
  const dot = handler.lastIndexOf('.');
  const module = join(codeDirectory, handler.slice(0, dot));
  const file = ['.mjs', '.js', '.cjs'].map((end) => module + end).find((path) => existsSync(path));
  const exported = file && (await import(pathToFileURL(file).href));
  const name = handler.slice(dot + 1);
  const run = exported?.[name] ?? exported?.default?.[name];
  if (typeof run === 'function') return run;
  const error = new Error(`${handler} is not a function of ${codeDirectory}`);
  error.name = 'Runtime.HandlerNotFound';
  throw error;
}

function context(message: InvokeMessage): object {
  const deadline = performance.now() + message.timeoutMs;
  return {
    awsRequestId: message.requestId,
    functionName: message.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: message.functionArn,
    memoryLimitInMB: String(message.memoryMb),
    logGroupName: `/aws/lambda/${message.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  };
}

/** Makes `Date` tell the local cloud's time, which `POST /_local/clock` may have moved. */
function followClock(offset: Float64Array): void {
  const RealDate = Date;
  const now = () => RealDate.now() + offset[0]!;
  function localDate(...parts: unknown[]): unknown {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, parts.length === 0 ? [now()] : parts, new.target);
  }
  Object.setPrototypeOf(localDate, RealDate);
  Object.defineProperty(localDate, 'name', { value: 'Date' });
  Object.defineProperty(localDate, 'length', { value: 7 });
  localDate.prototype = RealDate.prototype;
  localDate.now = () => Math.floor(now());
  RealDate.prototype.constructor = localDate;
  globalThis.Date = localDate as unknown as DateConstructor;
}
