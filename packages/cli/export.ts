import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AntecedeIndex, type IndexOptions } from '../sdk-js/index-client.ts';
import type { ExportFormat } from '../sdk-js/typed-search.ts';
import type { SearchRequest } from './commands.ts';
import { Failure } from './failure.ts';

/** `antecede export`: has all matches of a search written, waits, and saves the file. Prints what it is as JSON. */
export async function exportTo(
  address: IndexOptions,
  request: SearchRequest,
  format: ExportFormat,
  file: string,
): Promise<void> {
  const { exports } = new AntecedeIndex(address);
  const { export_id } = await exports.start(request, format);
  const { download_url: _, ...told } = await exports.wait(export_id, {
    onProgress: ({ rows, rows_wanted }) => console.error(`${rows} of ${rows_wanted} rows`),
  });
  await save((await exports.download(export_id)).body!, file);
  console.log(JSON.stringify({ ...told, file }, null, 2));
}

/** Saves a file under its name only when it is complete. */
async function save(body: ReadableStream, file: string): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.fromWeb(body as never), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    const { message, syscall } = error as NodeJS.ErrnoException;
    // Only faults of files name what the system was asked for: a download that breaks is none.
    if (syscall === undefined) throw new Failure('network', `The download broke: ${message}.`);
    throw new Failure('usage', `${file} cannot be written: ${message}.`);
  }
}
