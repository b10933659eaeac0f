/** Errors with which services of AWS say that they are asked too much, or cannot answer now. */
const names = new Set([
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
  error instanceof Error && names.has(error.name);
