import type { ByteSource } from '#engine';

/** A small file read whole by one request, and held in memory. */
export async function holdWhole(file: ByteSource): Promise<ByteSource> {
  const bytes = await file.read(0, file.sizeBytes);
  return {
    sizeBytes: file.sizeBytes,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
