import { contract, type EndpointName } from './contract/contract.ts';
import type { Endpoint, Method } from './contract/endpoint.ts';

/** All that a client needs of an endpoint at run time. */
export interface ClientRoute {
  method: Method;
  path: string;
  /** Of an answer that is a text. */
  mediaType?: string;
}

/** The contract without its schemas: the web build replaces this module by its value, so that no browser loads zod. */
export const clientRoutes = Object.fromEntries(
  Object.entries<Endpoint>(contract).map(([name, { method, path, mediaType }]) => [
    name,
    { method, path, mediaType },
  ]),
) as Record<EndpointName, ClientRoute>;
