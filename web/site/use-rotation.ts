import { useEffect, useState } from 'react';

interface Rotation {
  /** How many there are. */
  count: number;
  everyMs: number;
  /** Stops it: under the pointer, or while something in it has the focus. */
  resting: boolean;
}

/** Counts on, from 0 to the last and back to 0. It stands still for people who prefer no motion. */
export function useRotation({ count, everyMs, resting }: Rotation) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (resting || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => setCurrent((now) => (now + 1) % count), everyMs);
    return () => clearInterval(timer);
  }, [count, everyMs, resting]);
  return { current, setCurrent };
}
