import { AntecedeError, errorOf } from './error.ts';
import { type Operations, routes } from './generated.ts';
import { version } from './version.ts';

/** A secret, or a function that gives one: asked again when a tenant token is about to end, or is refused. */
export type Secret = string | (() => string | Promise<string>);

export interface ConnectionOptions {
  /** The platform's `fetch` if absent. */
  fetch?: typeof fetch;
  /** How long an answer is waited for, each time. 60 seconds if absent; the longest answers of the API take 30. */
  timeoutMs?: number;
  /** How often a call is sent again that may be. 3 if absent. */
  retries?: number;
  /** The longest pause that is waited for. 30 seconds if absent: nobody waits for the quota of the next day. */
  longestPauseMs?: number;
}

export interface CallOptions {
  /** Ends the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

type Parts<Name extends keyof Operations> = Omit<Operations[Name], 'output'>;

/** A call as it is sent. */
export type Request<Name extends keyof Operations> = Parts<Name> &
  CallOptions & {
    /** JSON lines in place of `body`. */
    lines?: string;
  };

export type OutputOf<Name extends keyof Operations> = Operations[Name] extends { output: infer T }
  ? T
  : never;

/** Makes a call. Throws {@link AntecedeError}. */
export type Call = <Name extends keyof Operations>(
  name: Name,
  request: Omit<Request<Name>, 'body'> & Partial<Pick<Request<Name>, 'body' & keyof Request<Name>>>,
) => Promise<OutputOf<Name>>;

const firstPauseMs = 500;
/** A token with less time is renewed: it must still be valid when the call arrives. */
const leastTokenMs = 30_000;

/** Pages of browsers may not name their client: the header would need the server's leave. */
const isBrowser = globalThis.navigator?.userAgent?.startsWith('Mozilla/') ?? false;

/** Pages without TLS have no `randomUUID`. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');

/** Exponential, with jitter, so that many clients do not come back at once. */
export const pauseMs = (retry: number): number =>
  firstPauseMs * 2 ** retry * (0.5 + Math.random() / 2);

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * Opens the calls of an installation.
 * @param address its origin
 * @param header that carries the secret
 */
export function openCalls(
  address: string,
  header: 'x-api-key' | 'authorization' | 'x-upload-token',
  secret: Secret,
  options: ConnectionOptions = {},
): Call {
  const { timeoutMs = 60_000, retries = 3, longestPauseMs = 30_000 } = options;
  const credential = holdSecret(secret);

  async function once(name: keyof Operations, request: AnyRequest, key: string | undefined) {
    const { method, path } = routes[name];
    const { params = {}, query = {}, body, lines, signal } = request;
    const url = new URL(
      path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(params[param]!)),
      address,
    );
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const text = await credential.get();
    const headers: Record<string, string> = {
      [header]: header === 'authorization' ? `Bearer ${text}` : text,
    };
    if (!isBrowser) headers['user-agent'] = `antecede-client-js/${version}`;
    if (key) headers['idempotency-key'] = key;
    const content = lines ?? (body === undefined ? undefined : JSON.stringify(body));
    if (content !== undefined) {
      headers['content-type'] = lines === undefined ? 'application/json' : 'application/x-ndjson';
    }
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await (options.fetch ?? fetch)(url, {
        method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(content !== undefined && { body: content }),
      });
      if (!answer.ok) throw await errorOf(answer);
      return await answer.json();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof AntecedeError) throw error;
      throw timeout.aborted
        ? new AntecedeError({
            code: 'TimedOut',
            message: `No answer came in ${timeoutMs / 1000} seconds.`,
            cause: error,
          })
        : new AntecedeError({
            code: 'Unreachable',
            message: `${address} cannot be reached.`,
            cause: error,
          });
    }
  }

  return async (name, sent) => {
    const request = sent as AnyRequest;
    const { repeat } = routes[name];
    const key = repeat === 'by-key' ? newKey() : undefined;
    let renewed = false;
    for (let retry = 0; ; ) {
      try {
        return await once(name, request, key);
      } catch (error) {
        if (!(error instanceof AntecedeError)) throw error;
        if (error.status === 401 && !renewed && credential.renew()) {
          renewed = true;
          continue;
        }
        const pause = Math.max(error.retryAfterMs ?? 0, pauseMs(retry));
        if (retry >= retries || pause > longestPauseMs || !isWorthIt(error, repeat !== 'never'))
          throw error;
        retry++;
        await sleep(pause, request.signal);
      }
    }
  };
}

interface AnyRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  lines?: string;
  signal?: AbortSignal;
}

/** Whether the same call may succeed later. 429: it was refused before anything was done. */
const isWorthIt = ({ status }: AntecedeError, mayRepeat: boolean) =>
  status === 429 || (mayRepeat && (status === 0 || status === 408 || status >= 500));

function holdSecret(secret: Secret) {
  if (typeof secret === 'string') return { get: async () => secret, renew: () => false };
  let held: Promise<string> | undefined;
  let endsAt = 0;
  return {
    async get() {
      if (endsAt - Date.now() < leastTokenMs) held = undefined;
      held ??= (async () => {
        const text = await secret();
        endsAt = endOf(text);
        return text;
      })();
      try {
        return await held;
      } catch (error) {
        held = undefined;
        throw error;
      }
    },
    renew() {
      held = undefined;
      return true;
    },
  };
}

/** When a JSON Web Token ends, in milliseconds of the epoch; other secrets do not. */
function endOf(text: string): number {
  try {
    const [, payload = ''] = text.split('.');
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return Number(exp) * 1000;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
