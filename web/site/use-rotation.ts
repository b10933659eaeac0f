import { useEffect, useState } from 'react';

interface Rotation {
  /** Number of items. */
  count: number;
  everyMs: number;
  /** Pauses the rotation: under the pointer, or while something in it has the focus. */
  resting: boolean;
}

/**
 * Index of the current item, which moves on at an interval and restarts at 0. It does not move for people who prefer
 * no motion.
 */
export function useRotation({ count, everyMs, resting }: Rotation) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    if (resting || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setInterval(() => setCurrent((now) => (now + 1) % count), everyMs);
    return () => clearInterval(timer);
  }, [count, everyMs, resting]);
  return { current, setCurrent };
}
