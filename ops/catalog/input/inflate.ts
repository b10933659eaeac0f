import { createReadStream } from 'node:fs';
import type { Readable, Transform } from 'node:stream';
import { InputError } from './input-error.ts';

/** A range of a file as a stream, and the number of bytes of the file read so far. */
export function countedBytes(path: string, start = 0, length = Number.POSITIVE_INFINITY) {
  const stream = createReadStream(path, { start, end: start + length - 1, highWaterMark: 1 << 18 });
  return { stream, count: () => start + stream.bytesRead };
}

/**
 * Decompresses a stream and skips the first bytes of the output.
 * @throws InputError if the stream is damaged or truncated
 */
export async function* inflate(
  path: string,
  raw: Readable,
  decompressor: Transform,
  skipBytes: number,
): AsyncGenerator<Uint8Array> {
  raw.on('error', (error) => decompressor.destroy(error));
  let unwanted = skipBytes;
  try {
    for await (const chunk of raw.pipe(decompressor) as AsyncIterable<Buffer>) {
      if (unwanted < chunk.length) yield chunk.subarray(unwanted);
      unwanted = Math.max(0, unwanted - chunk.length);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') {
      throw new InputError(path, 'ends in the middle of its compressed data', { cause: error });
    }
    if (code?.startsWith('Z_'))
      throw new InputError(path, `is damaged (${message})`, { cause: error });
    throw error;
  } finally {
    raw.destroy();
  }
}
