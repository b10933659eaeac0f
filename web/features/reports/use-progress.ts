import { useEffect, useState } from 'react';

const full = 100;

/**
 * Counts from 0 to 100, one per tick. It waits at 99 until the work is done.
 * @param tickMs time between two numbers
 */
export function useProgress(tickMs: number, done: boolean): number {
  const [percent, setPercent] = useState(0);
  const last = done ? full : full - 1;
  useEffect(() => {
    if (percent >= last) return undefined;
    const timer = setTimeout(() => setPercent(percent + 1), tickMs);
    return () => clearTimeout(timer);
  }, [percent, last, tickMs]);
  return percent;
}
