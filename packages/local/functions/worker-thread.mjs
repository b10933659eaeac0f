/**
 * Runs in each worker thread: loads one function's bundle and answers invocations, one at a time.
 * It is plain JavaScript, because a thread that strips types costs 11 MB and 50 ms more.
 */
import { existsSync, readlinkSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {import('./messages.ts').InvokeMessage} InvokeMessage */
/** @typedef {import('./messages.ts').AnswerMessage} AnswerMessage */

/** @type {import('./messages.ts').WorkerSettings} */
const { handler, codeDirectory, clock, isBackground } = workerData;

followClock(new Float64Array(clock));
if (isBackground) letOthersGoFirst();
// Half of a start is compiling the bundle. What one thread has compiled is kept with the bundle for the next.
enableCompileCache(join(codeDirectory, '.compile-cache'));
/** @type {Promise<(event: unknown, context: object) => unknown> | undefined} */
let loaded;

parentPort.on('message', async (/** @type {InvokeMessage} */ message) => {
  parentPort.postMessage(await answer(message));
});
// Later, because most functions are compiled when they are first called. A thread that is stopped does not do it.
parentPort.once('message', () => setTimeout(flushCompileCache, 1000).unref());

/**
 * In the cloud each function has a processor of its own. Here builds share one with requests. Only on Linux does a thread have a
 * priority, which the threads that it starts get, too.
 */
function letOthersGoFirst() {
  if (process.platform !== 'linux') return;
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1);
    setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A machine that does not let it only answers later.
  }
}

/** @param {InvokeMessage} message @returns {Promise<AnswerMessage>} */
async function answer(message) {
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
    // Lambda logs the error of a handler in this form.
    console.error(
      JSON.stringify({ level: 'ERROR', requestId, message: `${name}: ${text}`, stack }),
    );
    return { requestId, error: { errorType: name, errorMessage: text } };
  }
}

async function load() {
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

/** @param {InvokeMessage} message */
function context(message) {
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

/**
 * Makes `Date` return the local cloud's time, which `POST /_local/clock` may have advanced.
 * @param {Float64Array} offset
 */
function followClock(offset) {
  const RealDate = Date;
  const now = () => RealDate.now() + offset[0];
  function localDate(...parts) {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, parts.length === 0 ? [now()] : parts, new.target);
  }
  Object.setPrototypeOf(localDate, RealDate);
  Object.defineProperty(localDate, 'name', { value: 'Date' });
  Object.defineProperty(localDate, 'length', { value: 7 });
  localDate.prototype = RealDate.prototype;
  localDate.now = () => Math.floor(now());
  RealDate.prototype.constructor = localDate;
  globalThis.Date = localDate;
}
