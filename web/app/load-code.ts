import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router-dom';

/** A page or layout. Its loader, if it has one, begins what the page waits for. */
interface RouteCode {
  Component: ComponentType;
  loader?: LoaderFunction;
}

/**
 * Loads the code of a page or layout. Where that fails, as after a deployment or without a network, the page fails when
 * it is rendered, which its error boundary shows: React Router shows nothing at all for a `lazy` that rejects.
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
