import type { AdvancingClock } from './clock.ts';
import { DueTimer } from './due-timer.ts';

/**
 * Waits until the local clock shows `dueAt`, or the signal aborts.
 * @param dueAt milliseconds since 1970; `Infinity` waits for the signal only
 * @returns whether the time has come
 */
export async function waitUntil(
  clock: AdvancingClock,
  dueAt: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = new DueTimer({
    now: () => clock.now(),
    run() {
      if (clock.now() < dueAt && !signal.aborted) return dueAt;
      resolve();
      return Infinity;
    },
    onFault: resolve,
  });
  const check = () => timer.check();
  const forget = clock.onChange(check);
  signal.addEventListener('abort', check);
  timer.start();
  await promise;
  timer.stop();
  forget();
  signal.removeEventListener('abort', check);
  return !signal.aborted;
}
