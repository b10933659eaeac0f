import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportFormat } from '../../shared/search-exports.ts';
import type { SearchRequest } from './commands.ts';
import { Failure } from './failure.ts';
import { type IndexAddress, openIndex } from './open-index.ts';

const pollMs = 1000;

/** `antecede export`: has all matches of a search written, waits, and saves the file. Prints what it is as JSON. */
export async function exportTo(
  address: IndexAddress,
  request: SearchRequest,
  format: ExportFormat,
  file: string,
): Promise<void> {
  const { params, apiKey, ask } = openIndex(address);
  const body = { format, request };
  // Repeated while the server is busy, it begins one export.
  const idempotencyKey = randomUUID();
  let now = await ask((call) =>
    call('create-search-export', { params, body, apiKey, idempotencyKey }),
  );
  const own = { params: { ...params, export_id: now.export_id }, apiKey };
  while (now.status === 'writing') {
    console.error(`${now.rows} of ${now.rows_wanted} rows`);
    await sleep(pollMs);
    now = await ask((call) => call('get-search-export', own));
  }
  if (!now.download_url) throw new Failure('refused', `The export failed: ${now.failure}`);
  await save(now.download_url, file);
  const { download_url: _, ...told } = now;
  console.log(JSON.stringify({ ...told, file }, null, 2));
}

/** Saves a file under its name only when it is complete. */
async function save(url: string, file: string): Promise<void> {
  const part = `${file}.part`;
  try {
    const { ok, status, body } = await fetch(url);
    if (!ok || !body) throw new Failure('network', `The file cannot be downloaded: ${status}.`);
    await pipeline(Readable.fromWeb(body as never), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof Failure) throw error;
    const { message, syscall } = error as NodeJS.ErrnoException;
    // Only faults of files name what the system was asked for: a download that breaks is none.
    if (syscall === undefined) throw new Failure('network', `The download broke: ${message}.`);
    throw new Failure('usage', `${file} cannot be written: ${message}.`);
  }
}
