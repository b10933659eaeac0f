import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { clientRoutes } from '#shared/client-routes.ts';

const routesModule = fileURLToPath(import.meta.resolve('#shared/client-routes.ts'));

/** Replaces the client's route module by its value, so that the schemas behind it are not loaded in the browser. */
export function inlineRoutes(): Plugin {
  return {
    name: 'antecede:inline-routes',
    enforce: 'pre',
    load(id) {
      if (id !== routesModule) return undefined;
      return `export const clientRoutes = ${JSON.stringify(clientRoutes)};`;
    },
  };
}
