import { type ClientRoute, clientRoutes } from './client-routes.ts';
import type { Contract, EndpointName } from './contract/contract.ts';
import type { OutputOf, RequestOf } from './contract/endpoint.ts';
import { type ErrorCode, errorCatalog } from './errors.ts';

/** A failed call. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  readonly code: string;
  readonly requestId: string | undefined;
  readonly status: number;
  /** The `Retry-After` header, if the server sent one. */
  readonly retryAfter: string | undefined;
  constructor(failure: {
    code: string;
    message: string;
    requestId?: string;
    status: number;
    retryAfter?: string;
    cause?: unknown;
  }) {
    super(failure.message, { cause: failure.cause });
    this.name = 'ApiError';
    this.code = failure.code;
    this.requestId = failure.requestId;
    this.status = failure.status;
    this.retryAfter = failure.retryAfter;
  }
}

/** The failure of a call that no server answered. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError({
    code: 'Unreachable',
    message: 'The server cannot be reached. Please check your connection and try again.',
    status: 0,
    cause,
  });
}

/** The part of `fetch` that the client uses. Declared here because `shared` has neither DOM nor Node types. */
interface FetchAnswer {
  ok: boolean;
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}

interface AbortHandle {
  readonly aborted: boolean;
}

interface CallInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortHandle;
}

export interface ClientOptions {
  /** The platform's `fetch`. */
  fetch(url: string, init: CallInit): Promise<FetchAnswer>;
  /** Origin of the API without a trailing slash; empty for the page's own origin. */
  baseUrl: string;
  /** Returns the identity token, or `undefined` when nobody is signed in. */
  getToken?(): Promise<string | undefined>;
}

interface CallOptions {
  signal?: AbortHandle;
  /** API key of the index in the path, for the public index API. */
  apiKey?: string;
  /** Token of the upload in the path, for the calls of the upload tool. */
  uploadToken?: string;
  /** Token of a conversation that nobody signed in began. */
  threadToken?: string;
  /** Makes a repeated call the same call, where the endpoint knows the header. */
  idempotencyKey?: string;
}

type CallArguments<R> = unknown extends R ? [request?: CallOptions] : [request: R & CallOptions];

/** Calls an endpoint by name with typed input and output. Throws {@link ApiError}. */
export type Client = <N extends EndpointName>(
  name: N,
  ...request: CallArguments<RequestOf<Contract[N]>>
) => Promise<OutputOf<Contract[N]>>;

type Values = Record<string, unknown>;

/** Builds path and query. Parameters are encoded; undefined query values are left out. */
function buildUrl(route: ClientRoute, params: Values = {}, query: Values = {}): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`Path parameter ${name} is missing`);
    return encodeURIComponent(String(params[name]));
  });
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Error code for an answer that the gateway gave itself: it only sends a status. */
function gatewayCode(status: number): ErrorCode {
  if (status === 401) return 'Unauthenticated';
  return status === 429 || status === 503 ? 'Busy' : 'Internal';
}

/** Reads both error shapes of the product. Any other body comes from the gateway or a proxy. */
function toApiError(answer: FetchAnswer, body: unknown): ApiError {
  const { Code, Message, RequestId, errors } = (body ?? {}) as {
    Code?: string;
    Message?: string;
    RequestId?: string;
    errors?: { code: string; message: string }[];
  };
  const first = errors?.[0];
  const fallback = gatewayCode(answer.status);
  return new ApiError({
    code: Code ?? first?.code ?? fallback,
    message: Message ?? first?.message ?? errorCatalog[fallback].message,
    requestId: RequestId ?? answer.headers.get('apigw-requestid') ?? undefined,
    status: answer.status,
    retryAfter: answer.headers.get('retry-after') ?? undefined,
  });
}

/** A client of the product's API for browsers, tests and command-line tools. */
export function createClient({ fetch, baseUrl, getToken }: ClientOptions): Client {
  async function send(url: string, init: CallInit): Promise<FetchAnswer> {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw unreachable(error);
    }
  }

  async function call(
    name: EndpointName,
    request: CallOptions & { params?: Values; query?: Values; body?: unknown } = {},
  ): Promise<unknown> {
    const route = clientRoutes[name];
    const headers: Record<string, string> = {};
    const { apiKey, uploadToken, threadToken, idempotencyKey } = request;
    const token = apiKey === undefined && uploadToken === undefined && (await getToken?.());
    if (token) headers.authorization = `Bearer ${token}`;
    if (apiKey !== undefined) headers['x-api-key'] = apiKey;
    if (uploadToken !== undefined) headers['x-upload-token'] = uploadToken;
    if (threadToken !== undefined) headers['x-thread-token'] = threadToken;
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
    const init: CallInit = { method: route.method, headers };
    if (request.signal) init.signal = request.signal;
    if (request.body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(request.body);
    }
    const answer = await send(baseUrl + buildUrl(route, request.params, request.query), init);
    const text = await answer.text();
    const body = answer.ok && route.mediaType ? text : parseJson(text);
    if (!answer.ok || body === undefined) throw toApiError(answer, body);
    return body;
  }

  return call as Client;
}
