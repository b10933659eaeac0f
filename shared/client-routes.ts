import { contract, type EndpointName } from './contract/contract.ts';
import type { Method } from './contract/endpoint.ts';

/** All that a client needs of an endpoint at run time. */
export interface ClientRoute {
  method: Method;
  path: string;
}

/** The contract without its schemas: the web build replaces this module by its value, so that no browser loads zod. */
export const clientRoutes = Object.fromEntries(
  Object.entries(contract).map(([name, { method, path }]) => [name, { method, path }]),
) as Record<EndpointName, ClientRoute>;
