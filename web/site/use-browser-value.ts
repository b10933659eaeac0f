import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * What only the browser knows. The page rendered at build time has `prerendered` in its place, until the browser's
 * script has taken it over.
 */
export const useBrowserValue = <Value, Prerendered>(read: () => Value, prerendered: Prerendered) =>
  useSyncExternalStore<Value | Prerendered>(neverChanges, read, () => prerendered);
