/**
 * How long calls of AWS may take. The SDK sets no limits of its own: a connection that died while the instance was frozen
 * would hold the function until it is ended, and nobody would learn why.
 */

/** A third of the function's own limit (`infra/constructs/standard-function.ts`), so that a call can be tried again. */
export const callMs = Number(process.env.CALL_TIMEOUT_MS) || 3000;

const connectMs = 1500;

/**
 * Connections of a client for S3. A search of an index that is not in memory reads a hundred rows at once
 * (`packages/engine/file/read-queue.ts`); the SDK opens fifty unless it is told.
 */
const transferSockets = 100;

/** Settings of a client whose calls may be repeated: one that does not answer in time fails, and the SDK tries again. */
export const callLimits = (timeoutMs = callMs) => ({
  requestHandler: {
    connectionTimeout: Math.min(connectMs, timeoutMs),
    requestTimeout: timeoutMs,
    // Without it the SDK only logs that the time is over.
    throwOnRequestTimeout: true,
  },
});

/** The same for calls that mail somebody: most of the function's time, so that none is repeated that was only slow. */
export const mailingCallLimits = () => callLimits(2.5 * callMs);

/** The same for S3, where large bodies take their time: limits the time without a byte. */
export const transferLimits = (timeoutMs = callMs) => ({
  requestHandler: {
    connectionTimeout: Math.min(connectMs, timeoutMs),
    socketTimeout: timeoutMs,
    httpAgent: { maxSockets: transferSockets },
    httpsAgent: { maxSockets: transferSockets },
  },
});

/** Errors with which services of AWS say that they are asked too much, or cannot answer now. */
const overloads = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/** Whether a service was overloaded, through all tries of its client. The same call may succeed in a moment. */
export const isOverload = (error: unknown): boolean =>
  error instanceof Error && overloads.has(error.name);
