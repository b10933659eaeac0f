import { generateSync, type JsonSchema } from 'json-schema-faker';
import { vi } from 'vitest';
import * as z from 'zod';
import type { Contract } from '#shared/contract/contract.ts';
import { contract, type EndpointName, endpointNames } from '#shared/contract/contract.ts';
import type { Endpoint, OutputOf } from '#shared/contract/endpoint.ts';
import { type ErrorCode, errorCatalog } from '#shared/errors.ts';

type Output<N extends EndpointName> = OutputOf<Contract[N]>;

/** How the server answers an endpoint: with a value, with a failure of the catalogue, or not at all. */
export type Answer<N extends EndpointName> =
  | { output: Output<N> | ((url: URL, body: unknown) => Output<N>) }
  | { failure: ErrorCode }
  | 'pending'
  | 'unreachable';

/** A request of the page. */
interface SentRequest {
  /** Path and query. */
  address: string;
  body: unknown;
  headers: Record<string, string>;
}

/** The request id of every failure. */
export const requestId = 'req-0123';

/**
 * Largest depth of a sample; deeper values are left out. With more items than these, conditions within conditions made
 * samples of 600 KB, which took a quarter of a second.
 */
const size = { minItems: 1, maxItems: 3, maxDepth: 20 };

/** Conditions of searches nest as deep as one likes. In a sample they are of the first form, which has no others in it. */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.id === 'Condition') jsonSchema.anyOf = jsonSchema.anyOf!.slice(0, 1);
}

/** A valid output of an endpoint, generated from its schema; another one for each seed. */
export function sampleOf<N extends EndpointName>(name: N, seed = 1): Output<N> {
  const schema = z.toJSONSchema(contract[name].output, { io: 'output', override }) as JsonSchema;
  return contract[name].output.parse(generateSync(schema, { seed, ...size })) as Output<N>;
}

const answers = new Map<EndpointName, Answer<EndpointName>>();
const requests: (SentRequest & { name: EndpointName })[] = [];

/** Requests of the page to an endpoint, the earliest first. */
export const requestsTo = (name: EndpointName): SentRequest[] =>
  requests.filter((request) => request.name === name);

/** Every request of the page, the earliest first. */
export const allRequests = () =>
  requests.map(({ name, address, body }) => ({ name, address, body }));

/** Sets the server's answer for an endpoint. Endpoints without a set answer return a sample. */
export function answer<N extends EndpointName>(name: N, how: Answer<N>): void {
  answers.set(name, how);
}

/** Replaces the network by a server that answers with outputs of the contract. */
export function startServer(): void {
  answers.clear();
  requests.length = 0;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, window.location.href);
    const name = endpointOf(init?.method ?? 'GET', url.pathname);
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    refuseUnknownMembers(name, body);
    requests.push({
      name,
      address: url.pathname + url.search,
      body,
      headers: { ...(init?.headers as Record<string, string> | undefined) },
    });
    const how = answers.get(name) ?? { output: sampleOf(name) };
    if (how === 'unreachable') throw new TypeError('Failed to fetch');
    if (how === 'pending') return new Promise<Response>(() => {});
    if ('failure' in how) return failure(how.failure);
    const output = typeof how.output === 'function' ? how.output(url, body) : how.output;
    return typeof output === 'string' ? new Response(output) : Response.json(output);
  });
}

/** A page sends no member that its call refuses by name. What people get wrong is for tests to answer. */
function refuseUnknownMembers(name: EndpointName, body: unknown): void {
  const { [name]: endpoint }: Record<string, Endpoint> = contract;
  const issues = endpoint!.body?.safeParse(body ?? {}).error?.issues ?? [];
  const unknown = issues.filter(({ code }) => code === 'unrecognized_keys');
  if (unknown.length > 0) throw new Error(`${name}: ${unknown[0]!.message}`);
}

const routes = endpointNames.map((name) => {
  const { method, path } = contract[name];
  return { name, method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

function endpointOf(method: string, path: string): EndpointName {
  const found = routes.find((route) => route.method === method && route.pattern.test(path));
  if (!found) throw new Error(`The contract has no ${method} ${path}`);
  return found.name;
}

function failure(code: ErrorCode): Response {
  const { status, message } = errorCatalog[code];
  // The gateway's own answer, without a code of the product.
  if (code === 'Unauthenticated') return Response.json({ message: 'Unauthorized' }, { status });
  return Response.json({ Code: code, Message: message, RequestId: requestId }, { status });
}
