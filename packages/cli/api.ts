import { ApiError, createClient } from '../../shared/client.ts';
import type { Presigned } from '../../shared/contract/cli-uploads.ts';
import { Failure } from './failure.ts';
import { isTransientStatus, type Retrying, TransientError } from './retry.ts';

/** Timeout of a call, longer than any answer of the API takes. */
const answerMs = 60_000;

/** The API calls of one upload. They are retried while the server is busy or unreachable, and throw `Failure`. */
export function openApi(presigned: Presigned, retry: Retrying, stop: AbortSignal) {
  const { api_base, upload_id, upload_token: uploadToken } = presigned;
  const call = createClient({
    baseUrl: api_base.replace(/\/$/, ''),
    fetch: (url, init) => fetch(url, init as RequestInit),
  });
  const ask = <T>(send: (request: ReturnType<typeof newRequest>) => Promise<T>) =>
    retry(() => send(newRequest()).catch((error: Error) => Promise.reject(translate(error))));
  const newRequest = () => ({
    params: { upload_id },
    uploadToken,
    signal: AbortSignal.any([stop, AbortSignal.timeout(answerMs)]),
  });

  function translate(error: Error): Error {
    if (stop.aborted) return error;
    if (!(error instanceof ApiError)) return new TransientError(`${api_base}: ${error.message}`);
    if (error.status === 0) {
      return new TransientError(`${api_base} cannot be reached: ${reasonOf(error)}`);
    }
    if (isTransientStatus(error.status)) {
      return new TransientError(`${api_base} answered ${error.status}`, error.retryAfter);
    }
    const closed = error.code === 'UploadTokenInvalid';
    const request = error.requestId ? ` (request ${error.requestId})` : '';
    return new Failure(closed ? 'closed' : 'network', `${error.message}${request}`);
  }

  return {
    list: (after: number) =>
      ask((request) => call('get-cli-upload', { ...request, query: { after } })),
    partUrl: async (number: number, md5: string) => {
      const body = { parts: [{ number, md5 }] };
      const { urls } = await ask((request) => call('create-part-urls', { ...request, body }));
      return urls[0]!.url;
    },
    complete: (digest: string) =>
      ask((request) => call('complete-cli-upload', { ...request, body: { digest } })),
    abort: () => ask((request) => call('abort-cli-upload', request)),
  };
}

export type Api = ReturnType<typeof openApi>;

/** The reason of a failed `fetch`, which is the innermost cause. */
function reasonOf(error: Error): string {
  let innermost = error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.message || (innermost as NodeJS.ErrnoException).code || innermost.name;
}
