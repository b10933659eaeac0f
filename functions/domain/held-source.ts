import type { ByteSource } from '#engine';

/**
 * A file read whole by one request. Once its reader knows what it will read again, the rest is let go of:
 * the engine has copies of its own, and a function instance no room for both. What is asked for after all
 * comes from the file.
 */
export async function holdWhole(file: ByteSource): Promise<ByteSource> {
  let held = [{ offset: 0, bytes: await readWhole(file) }];
  return {
    sizeBytes: file.sizeBytes,
    async read(offset, length) {
      const end = Math.min(offset + length, file.sizeBytes);
      const part = held.find((p) => offset >= p.offset && end <= p.offset + p.bytes.length);
      if (!part) return file.read(offset, length);
      return part.bytes.subarray(offset - part.offset, end - part.offset);
    },
    retain(ranges) {
      const [whole] = held;
      held = ranges.map(({ offset, length }) => ({
        offset,
        bytes: whole!.bytes.slice(offset, offset + length),
      }));
    },
  };
}

async function readWhole(file: ByteSource): Promise<Uint8Array> {
  if (!file.readInto) return file.read(0, file.sizeBytes);
  const bytes = new Uint8Array(file.sizeBytes);
  return bytes.subarray(0, await file.readInto(0, bytes));
}
