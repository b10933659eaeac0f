import type { AdvancingClock } from './clock.ts';

/** Test-only: the real time plus what a test has advanced it by. */
export interface TestClock extends AdvancingClock {
  advance(milliseconds: number): void;
}

export function testClock(): TestClock {
  let advanced = 0;
  const listeners = new Set<() => void>();
  return {
    now: () => Date.now() + advanced,
    advance(milliseconds) {
      advanced += milliseconds;
      for (const listener of listeners) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
