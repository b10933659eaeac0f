import { vi } from 'vitest';

/**
 * Repeats a check until it passes. After a minute it throws the error of the last try: a busy machine takes its time, and
 * the default of a second is too short for it.
 */
export const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 60_000, interval: 5 });
