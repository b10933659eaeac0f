import type { ByteSource } from '#engine';

/** Bytes from the beginning of a file, which are on their way. */
export interface BegunRead {
  readonly length: number;
  readonly bytes: Promise<Uint8Array>;
}

/** A file of which the first read has begun. Any other read, and the same one again, is a request of its own. */
export function begunSource(file: ByteSource, begun: BegunRead | undefined): ByteSource {
  let left = begun;
  return {
    ...file,
    read: (offset, length) => {
      if (!left || offset !== 0 || length !== left.length) return file.read(offset, length);
      const { bytes } = left;
      left = undefined;
      return bytes;
    },
  };
}
