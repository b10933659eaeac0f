import { useEffect, useState } from 'react';

const full = 100;

/**
 * Counts from 0 to 100, one per tick, however long the work takes.
 * @param tickMs time between two numbers
 */
export function useProgress(tickMs: number): number {
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    if (percent >= full) return undefined;
    const timer = setTimeout(() => setPercent(percent + 1), tickMs);
    return () => clearTimeout(timer);
  }, [percent, tickMs]);
  return percent;
}
