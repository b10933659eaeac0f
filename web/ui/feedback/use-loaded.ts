import { useDeferredValue } from 'react';

/**
 * What a query has loaded, as soon as it can be shown. An answer would be rendered in one go, during which the browser answers
 * nobody. What is shown for the first time can wait until it is rendered in slices.
 */
export function useLoaded<T>(data: T | undefined): T | undefined {
  const isShown = useDeferredValue(data !== undefined);
  return isShown ? data : undefined;
}
