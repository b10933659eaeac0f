/** Thrown inside an execution that is stopped, timed out, or left to the next start of the process. */
export class Interrupted extends Error {}

/** The promise's result, unless the signal aborts first; then its result no longer matters. */
export async function interruptible<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new Interrupted());
  signal.addEventListener('abort', abort, { once: true });
  try {
    refuseInterrupted(signal);
    const result = await Promise.race([promise, aborted.promise]);
    refuseInterrupted(signal);
    return result;
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => {});
  }
}

export function refuseInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted();
}
