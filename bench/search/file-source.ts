import { fstatSync, openSync, read } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteSource } from '#engine/source.ts';

const readAt = promisify(read);

/** A byte source over a file; stays open until the process ends. */
export async function fileSource(path: string): Promise<ByteSource> {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    sizeBytes: size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await readAt(file, bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    },
  };
}
