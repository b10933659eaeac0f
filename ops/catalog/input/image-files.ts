import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenImage } from './text.ts';

/** Larger ones are not converted. A drawing at 300 dots per inch has some 50 KB. */
const MAX_IMAGE_BYTES = 8 << 20;
/** Names come from documents, so they must not lead to another folder. */
const plainName = /^[\w-][\w.-]{0,199}\.tiff?$/i;

/** The bytes of an image; undefined if it is too large. */
export async function readTextImage(
  sizeBytes: number,
  chunks: AsyncIterable<Uint8Array>,
): ReturnType<OpenImage> {
  if (sizeBytes > MAX_IMAGE_BYTES) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(Buffer.from(chunk));
  return Buffer.concat(pieces);
}

/** An image that stands beside a file, as in a folder with an unpacked archive; undefined if there is none. */
export async function imageBeside(path: string, name: string): ReturnType<OpenImage> {
  if (!plainName.test(name)) return undefined;
  const file = join(dirname(path), name);
  try {
    if ((await stat(file)).size > MAX_IMAGE_BYTES) return undefined;
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
