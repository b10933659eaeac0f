import type { Clock } from '#local/clock.ts';

/** Thrown inside an execution that is stopped, timed out, or left to the next start of the process. */
export class Interrupted extends Error {}

/** Long waits check the clock at this interval, because it can be advanced without notice. */
const pollMs = 500;

/** Waits until the local clock shows `dueAt`. Rejects with `Interrupted` when the signal aborts. */
export async function waitUntil(clock: Clock, dueAt: number, signal: AbortSignal): Promise<void> {
  while (clock.now() < dueAt) {
    const ms = Math.min(dueAt - clock.now(), pollMs);
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await interruptible(promise, signal).finally(() => clearTimeout(timer));
  }
  refuseInterrupted(signal);
}

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
