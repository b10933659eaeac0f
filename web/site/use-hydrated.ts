import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** Whether the browser's script has taken the page over. A button that does nothing until then is disabled. */
export const useHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
