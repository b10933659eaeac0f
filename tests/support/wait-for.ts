import { setTimeout as pause } from 'node:timers/promises';

export interface Waiting {
  /** Fails after this time. */
  timeoutMs?: number;
  /** Time between two looks. */
  everyMs?: number;
}

/**
 * Looks until there is something to see, and gives it. What is to be expected, not given, waits with `eventually`.
 * Throws after the deadline, saying what was missing. An error that `look` throws ends the waiting.
 * @param what completes "Waited in vain for …"
 * @param look gives undefined, null or false while the effect is not there
 */
export async function waitFor<T>(
  what: string,
  look: () => T | Promise<T>,
  { timeoutMs = 180_000, everyMs = 20 }: Waiting = {},
): Promise<Exclude<T, undefined | null | false>> {
  const deadline = performance.now() + timeoutMs;
  do {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) {
      return seen as Exclude<T, undefined | null | false>;
    }
    await pause(everyMs);
  } while (performance.now() < deadline);
  throw new Error(`Waited in vain for ${what}: ${timeoutMs / 1000} s`);
}
