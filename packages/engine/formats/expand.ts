import { Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DatasetError } from '../errors.ts';
import type { ByteSource } from '../source.ts';

const CHUNK_BYTES = 4 << 20;
const INFLATED_BYTES = 256 << 10;

/**
 * Text of tables rarely shrinks to less than a thirtieth. What grows to more than 200 times its size, and to more than
 * 100 MB, was made to fill memory or disks.
 */
const MOST_GROWTH = 200;
const ALWAYS_ALLOWED = 100_000_000;

/** The bytes of a file from its beginning, in chunks of some megabytes. */
export async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array, void> {
  for (let offset = 0; offset < source.sizeBytes; ) {
    const chunk = await source.read(offset, CHUNK_BYTES);
    if (chunk.length === 0) return;
    offset += chunk.length;
    yield chunk;
  }
}

/** The first bytes of a stream, at least so many if it has them. The rest is not read. */
export async function firstBytes(chunks: AsyncIterable<Uint8Array>, length: number) {
  const first: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    first.push(chunk);
    bytes += chunk.length;
    if (bytes >= length) return { bytes: Buffer.concat(first), isWhole: false };
  }
  return { bytes: Buffer.concat(first), isWhole: true };
}

export const damaged = (what: string) =>
  new DatasetError(
    'damaged_file',
    `The ${what} is damaged or cut off. Make it again and upload it.`,
  );

/** Whether a library's error is about the bytes of a file. Errors of reading it have a code or a name of their own. */
export const isAboutContent = (error: unknown): boolean =>
  error instanceof Error &&
  ['Error', 'RangeError', 'TypeError', 'SyntaxError'].includes(error.name) &&
  (!('code' in error) || String(error.code).startsWith('Z_'));

/**
 * Passes on what an archive expands to.
 * @param packedBytes of the archive
 * @throws DatasetError `too_large` if it grows as no table does, `damaged_file` if it cannot be expanded
 */
export async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  packedBytes: number,
  what: string,
): AsyncGenerator<Uint8Array, void> {
  const most = Math.max(ALWAYS_ALLOWED, MOST_GROWTH * packedBytes);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) {
        throw new DatasetError(
          'too_large',
          `The ${what} expands to more than ${MOST_GROWTH} times its size, which no table does. Upload the table without it.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    throw isAboutContent(error) ? damaged(what) : error;
  }
}

/** Sends chunks through a transform of Node. */
async function* through(
  chunks: AsyncIterable<Uint8Array>,
  transform: Transform,
): AsyncGenerator<Uint8Array, void> {
  const input = Readable.from(chunks, { objectMode: false });
  input.on('error', (error) => transform.destroy(error));
  try {
    yield* input.pipe(transform) as AsyncIterable<Uint8Array>;
  } finally {
    input.destroy();
  }
}

/** What a gzip file expands to. */
export const gunzipped = (source: ByteSource): AsyncIterable<Uint8Array> =>
  bounded(
    through(chunksOf(source), createGunzip({ chunkSize: INFLATED_BYTES })),
    source.sizeBytes,
    'gzip file',
  );
