import { fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from '#engine';

const readAt = promisify(read);

/** Shorter reads are synchronous: the page cache is faster than asking another thread. */
const SHORT_BYTES = 1 << 16;

/** A byte source over a file, which stays open until the process ends. */
export async function fileSource(path: string): Promise<ByteSource> {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    sizeBytes: size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const bytesRead =
        bytes.length <= SHORT_BYTES
          ? readSync(file, bytes, 0, bytes.length, offset)
          : (await readAt(file, bytes, 0, bytes.length, offset)).bytesRead;
      return bytes.subarray(0, bytesRead);
    },
    readInto: async (offset, target) =>
      (await readAt(file, target, 0, target.length, offset)).bytesRead,
  };
}
