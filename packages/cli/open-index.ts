import { ApiError, type Client, createClient } from '../../shared/client.ts';
import { Failure } from './failure.ts';
import { isTransientStatus, pauseMs } from './retry.ts';

/** An index and a key of it. */
export interface IndexAddress {
  /** `…/api/v1/indexes/{index_id}` */
  endpoint: string;
  apiKey: string;
}

const retries = 3;
/** Nobody waits at a shell for the quota of the next day. */
const longestPauseMs = 30_000;

/** The calls of an index. They are repeated while the server is busy, and throw `Failure`. */
export function openIndex({ endpoint, apiKey }: IndexAddress) {
  const [, baseUrl = '', index_id = ''] = /^(.*)\/api\/v1\/indexes\/([^/]+)$/.exec(endpoint) ?? [];
  if (index_id === '') {
    throw new Failure(
      'usage',
      `${endpoint} is no index: its address ends with /api/v1/indexes/{id}.`,
    );
  }
  const call = createClient({ baseUrl, fetch: (url, init) => fetch(url, init as RequestInit) });
  const auth = { params: { index_id: decodeURIComponent(index_id) }, apiKey };

  return {
    ...auth,
    call,
    /** @throws Failure */
    async ask<T>(send: (call: Client) => Promise<T>): Promise<T> {
      for (let retry = 0; ; retry++) {
        try {
          return await send(call);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const isBusy = error.status === 0 || isTransientStatus(error.status);
          const pause = pauseMs(retry, Number(error.retryAfter ?? 0) * 1000);
          if (!isBusy || pause > longestPauseMs || retry >= retries) throw toFailure(error, isBusy);
          await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
    },
  };
}

/** What a refused call ends the tool with. */
export function toFailure({ code, message, requestId }: ApiError, isBusy: boolean): Failure {
  const request = requestId ? ` (request ${requestId})` : '';
  const isQuota = code === 'QuotaExceeded';
  return new Failure(isBusy && !isQuota ? 'network' : 'refused', `${code}: ${message}${request}`);
}
