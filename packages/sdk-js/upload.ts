import { type CallOptions, type ConnectionOptions, openCalls, pauseMs, sleep } from './call.ts';
import { AntecedeError } from './error.ts';
import type { Presigned } from './generated.ts';
import { md5 } from './md5.ts';

export interface UploadOptions extends CallOptions {
  /** Told after each part. */
  onProgress?: (sentBytes: number, allBytes: number) => void;
  /** Parts that are sent at the same time. 4 if absent; each is held in memory. */
  atOnce?: number;
}

/** Size of a part: small, because as many as are sent at the same time are in memory. */
export const partBytes = 8 * 1024 ** 2;

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends a file in parts, each with its MD5, and joins them. A part that fails is sent again. If the upload fails, what was
 * sent is deleted.
 */
export async function sendParts(
  { api_base, upload_id, upload_token, part_size }: Presigned,
  file: Blob,
  connection: ConnectionOptions,
  { signal, onProgress, atOnce = 4 }: UploadOptions,
): Promise<void> {
  const call = openCalls(api_base, 'x-upload-token', upload_token, connection);
  const params = { upload_id };
  const digests: Uint8Array[] = [];
  // The first failure stops the other parts.
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let sentBytes = 0;

  async function send(number: number): Promise<void> {
    const part = file.slice((number - 1) * part_size, number * part_size);
    const bytes = new Uint8Array(await part.arrayBuffer());
    const digest = md5(bytes);
    for (let retry = 0; ; retry++) {
      // A new address for each attempt: the previous one may have ended.
      const body = { parts: [{ number, md5: hex(digest) }] };
      const { urls } = await call('create-part-urls', { params, body, signal: either });
      const failure = await put(urls[0]!.url, bytes, digest, connection, either);
      if (!failure) break;
      if (retry >= (connection.retries ?? 3)) throw failure;
      await sleep(pauseMs(retry), either);
    }
    digests[number - 1] = digest;
    sentBytes += bytes.length;
    onProgress?.(sentBytes, file.size);
  }

  try {
    const numbers = Array.from({ length: Math.ceil(file.size / part_size) }, (_, i) => i + 1);
    const left = numbers.values();
    const work = async () => {
      for (const number of left) await send(number);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const digest = `${hex(md5(joined(digests)))}-${digests.length}`;
    await call('complete-cli-upload', { params, body: { digest }, signal });
  } catch (error) {
    stop.abort(error);
    await call('abort-cli-upload', { params }).catch(() => {
      // The store deletes what is left of it in some days.
    });
    throw error;
  }
}

/** Sends one part. Returns the failure, if there was one. */
async function put(
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
  digest: Uint8Array,
  connection: ConnectionOptions,
  signal: AbortSignal,
): Promise<AntecedeError | undefined> {
  let status = 0;
  let cause: unknown;
  try {
    const answer = await (connection.fetch ?? fetch)(url, {
      method: 'PUT',
      body: bytes,
      headers: { 'content-md5': btoa(String.fromCharCode(...digest)) },
      signal,
    });
    await answer.arrayBuffer();
    if (answer.ok) return undefined;
    status = answer.status;
  } catch (error) {
    signal.throwIfAborted();
    cause = error;
  }
  const message = status ? `The store answered ${status}.` : 'The store cannot be reached.';
  return new AntecedeError({ code: 'Unreachable', message, status, cause });
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(16 * parts.length);
  for (const [position, part] of parts.entries()) all.set(part, 16 * position);
  return all;
}
