import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Access, Endpoint } from '#shared/contract/endpoint.ts';

/** The result of counting a call. */
export interface Usage {
  /** Headers of every answer to this caller. */
  headers: Record<string, string>;
  /** Whether texts of the organization's queries may neither be kept nor logged. */
  confidential: boolean;
  /**
   * Takes the call back, because the request is refused as invalid. Returns the headers for that answer.
   * @param queries how many of a call that counts as several; all if absent
   */
  takeBack(queries?: number): Promise<Record<string, string>>;
}

/** Who calls an endpoint. */
export interface Caller<Principal> {
  principal: Principal;
  /** Headers of every answer to this caller, whatever it says. */
  headers?: Record<string, string>;
  /**
   * Of calls with a quota: counts the call while the endpoint already works, which only reads. If it rejects, the result
   * of the endpoint is discarded.
   */
  usage?: Promise<Usage>;
}

/**
 * Identifies the caller of an endpoint of one access kind. Throws the product errors that the kind implies.
 * Each endpoint imports its resolver, so that its bundle contains only the code of that one. In a file with
 * several resolvers, their calls are marked as pure, so that the bundler drops unused ones.
 */
export interface CallerResolver<A extends Access, Principal> {
  (event: APIGatewayProxyEventV2, endpoint: Endpoint): Promise<Caller<Principal>>;
  readonly access: A;
}

/** A resolver of calls without a quota. */
export const principalResolver = <A extends Access, Principal>(
  access: A,
  resolve: (event: APIGatewayProxyEventV2, endpoint: Endpoint) => Promise<Principal>,
): CallerResolver<A, Principal> =>
  callerResolver(access, async (event, endpoint) => ({
    principal: await resolve(event, endpoint),
  }));

/** A resolver that also counts the call, or looks at what is called. */
export function callerResolver<A extends Access, Principal>(
  access: A,
  resolve: (event: APIGatewayProxyEventV2, endpoint: Endpoint) => Promise<Caller<Principal>>,
): CallerResolver<A, Principal> {
  return Object.assign(resolve, { access });
}
