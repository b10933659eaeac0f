import { createHash } from 'node:crypto';
import type { Presigned } from '../shared/contract/cli-uploads.ts';
import { partCountOf, partRange } from '../shared/upload-parts.ts';
import type { Api } from './api.ts';
import type { LocalFile } from './local-file.ts';
import type { Progress } from './progress.ts';
import { putPart } from './put-part.ts';
import { Passing, type Retrying } from './retry.ts';

export interface UploadTask {
  presigned: Presigned;
  file: LocalFile;
  api: Api;
  retry: Retrying;
  progress: Progress;
  concurrency: number;
  /** Ends the upload; what was sent is kept. */
  stop: AbortController;
}

/**
 * Brings the file to the server: compares each part with what is stored, sends those that are missing
 * or differ, and has the file made of them. All state is the server's, so that this can be stopped
 * anywhere and begun again. Throws `Failure`.
 * @returns whether there was anything left to do
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
  // The first failure stops the others; it is what is told.
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
      // A new address for each attempt: the one before may have expired.
      const url = await api.partUrl(number, md5);
      await putPart({ url, range, md5 }, file, onBytes, signal);
    } catch (error) {
      progress.sent(-sentBytes);
      // What was read twice may have been written to in between.
      if (error instanceof Passing) await file.requireUnchanged();
      throw error;
    }
  });
  return md5;
}

/** The ETag that S3 gives a file of these parts. */
function digestOf(md5s: readonly string[]): string {
  const hash = createHash('md5');
  for (const md5 of md5s) hash.update(md5, 'hex');
  return `${hash.digest('hex')}-${md5s.length}`;
}
