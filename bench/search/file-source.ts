import { open } from 'node:fs/promises';
import type { ByteSource } from '#engine/source.ts';

/** A byte source over a file; stays open until the process ends. */
export async function fileSource(path: string): Promise<ByteSource> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    sizeBytes: size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
      return bytes.subarray(0, bytesRead);
    },
  };
}
