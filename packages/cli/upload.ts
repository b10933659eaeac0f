import { createHash } from 'node:crypto';
import type { Presigned } from '../../shared/contract/cli-uploads.ts';
import { partCountOf, partRange } from '../../shared/upload-parts.ts';
import type { Api } from './api.ts';
import type { LocalFile } from './local-file.ts';
import type { Progress } from './progress.ts';
import { putPart } from './put-part.ts';
import { type Retrying, TransientError } from './retry.ts';

export interface UploadTask {
  presigned: Presigned;
  file: LocalFile;
  api: Api;
  retry: Retrying;
  progress: Progress;
  concurrency: number;
  /** Stops the upload. Sent parts are kept. */
  stop: AbortController;
}

/**
 * Uploads the file: compares each part with the stored one, sends missing and different parts, and
 * completes the upload. All state is on the server, so the upload can be stopped and resumed at any time.
 * Throws `Failure`.
 * @returns false if the upload had been completed before
 */
export async function upload(task: UploadTask): Promise<boolean> {
  const stored = await listStored(task.api);
  if (stored === 'completed') return false;
  if (stored.size > 0) {
    task.progress.note(`${stored.size} parts are stored already and will be compared.`);
  }
  const { presigned, file, api, stop } = task;
  const count = partCountOf(presigned.filesize, presigned.part_size);
  const md5s = Array.from({ length: count }, () => '');
  let next = 1;
  const work = async () => {
    while (next <= count) {
      const number = next++;
      md5s[number - 1] = await bringPart(task, number, stored.get(number));
    }
  };
  // The first failure stops the other workers and is reported.
  const workers = Array.from({ length: Math.min(task.concurrency, count) }, () =>
    work().catch((error: Error) => {
      stop.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
  await file.requireUnchanged();
  await api.complete(digestOf(md5s));
  return true;
}

/** MD5s of the stored parts by number. */
async function listStored(api: Api): Promise<Map<number, string> | 'completed'> {
  const stored = new Map<number, string>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: Awaited<ReturnType<Api['list']>> = await api.list(after);
    if (page.state === 'completed') return 'completed';
    for (const { number, md5 } of page.parts) stored.set(number, md5);
    after = page.next;
  }
  return stored;
}

/** Sends a part unless it is stored. Returns its MD5. */
async function bringPart(
  { presigned, file, api, retry, progress, stop }: UploadTask,
  number: number,
  stored: string | undefined,
): Promise<string> {
  const { signal } = stop;
  const range = partRange(presigned.filesize, presigned.part_size, number);
  signal.throwIfAborted();
  const md5 = await file.md5(range);
  await file.requireUnchanged();
  if (md5 === stored) {
    progress.found(range.sizeBytes);
    return md5;
  }
  await retry(async () => {
    let sentBytes = 0;
    const onBytes = (bytes: number) => {
      sentBytes += bytes;
      progress.sent(bytes);
    };
    try {
      // A new URL for each attempt: the previous one may have expired.
      const url = await api.partUrl(number, md5);
      await putPart({ url, range, md5 }, file, onBytes, signal);
    } catch (error) {
      progress.sent(-sentBytes);
      // The file may have changed between the first read and the next attempt.
      if (error instanceof TransientError) await file.requireUnchanged();
      throw error;
    }
  });
  return md5;
}

/** The ETag that S3 computes for an object with these parts. */
function digestOf(md5s: readonly string[]): string {
  const hash = createHash('md5');
  for (const md5 of md5s) hash.update(md5, 'hex');
  return `${hash.digest('hex')}-${md5s.length}`;
}
