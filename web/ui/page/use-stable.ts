import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same and calls the latest one: parts that get it are not rendered again for its sake. */
export function useStable<Arguments extends unknown[], Result>(
  latest: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const ref = useRef(latest);
  useLayoutEffect(() => {
    ref.current = latest;
  });
  return useCallback((...given) => ref.current(...given), []);
}
