import { contract, type EndpointName } from './contract/contract.ts';
import type { Endpoint, Method } from './contract/endpoint.ts';

/** The part of an endpoint that a client needs at run time. */
export interface ClientRoute {
  method: Method;
  path: string;
  /** Set when a successful answer is text instead of JSON. */
  mediaType?: string;
}

/** The contract without its schemas. The web build replaces this module with its value, so browsers never load zod. */
export const clientRoutes = Object.fromEntries(
  Object.entries<Endpoint>(contract).map(([name, { method, path, mediaType }]) => [
    name,
    { method, path, mediaType },
  ]),
) as Record<EndpointName, ClientRoute>;
