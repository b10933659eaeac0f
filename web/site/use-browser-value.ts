import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * A value that only the browser knows. Pages rendered at build time show `prerendered` until they are hydrated.
 */
export const useBrowserValue = <Value, Prerendered>(read: () => Value, prerendered: Prerendered) =>
  useSyncExternalStore<Value | Prerendered>(neverChanges, read, () => prerendered);
