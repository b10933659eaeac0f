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
    isLocal: true,
    read: async (offset, length) => {
      const wanted = Math.max(0, Math.min(length, size - offset));
      if (wanted <= SHORT_BYTES) {
        // Small buffers come from Node's pool.
        const bytes = Buffer.allocUnsafe(wanted);
        return bytes.subarray(0, readSync(file, bytes, 0, wanted, offset));
      }
      const bytes = new Uint8Array(wanted);
      return bytes.subarray(0, (await readAt(file, bytes, 0, wanted, offset)).bytesRead);
    },
    readInto: async (offset, target) =>
      (await readAt(file, target, 0, target.length, offset)).bytesRead,
  };
}
