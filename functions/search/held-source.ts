import { type ByteSource, memorySource } from '#engine';

/** A small file read whole by one request, and held in memory. */
export async function holdWhole(file: ByteSource): Promise<ByteSource> {
  return memorySource(await file.read(0, file.sizeBytes));
}
