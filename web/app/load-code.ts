import type { ComponentType } from 'react';
import type { LoaderFunction, ShouldRevalidateFunction } from 'react-router-dom';

/** A page or layout. Its loader, if there is one, starts loading the page's data. */
export interface RouteCode {
  Component: ComponentType;
  loader?: LoaderFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
}

/**
 * Loads the code of a page or layout. If that fails, for example after a deployment or without a network, the page
 * throws when it is rendered, and its error boundary shows it. React Router shows nothing at all for a `lazy` that
 * rejects.
 */
export const loadCode = (load: () => Promise<RouteCode>) => async (): Promise<RouteCode> => {
  try {
    return await load();
  } catch (error) {
    return {
      Component() {
        throw error;
      },
    };
  }
};
