import type { ComponentType } from 'react';

/**
 * Loads the code of a page or layout. Where that fails, as after a deployment or without a network, the page fails when
 * it is rendered, which its error boundary shows: React Router shows nothing at all for a `lazy` that rejects.
 */
export const loadCode = (load: () => Promise<{ Component: ComponentType }>) => async () => {
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
