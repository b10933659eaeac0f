/**
 * Random access to the bytes of one file. The engine never opens files itself: an adapter over
 * S3 ranged reads, a local file or memory stands behind this interface.
 */
export interface ByteSource {
  /** Length of the file in bytes. */
  readonly sizeBytes: number;
  /**
   * Reads up to `length` bytes from `offset`; shorter only at the end of the file. The returned
   * array belongs to the caller, who may keep or change it.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
  /**
   * Reads as many bytes as `target` has room for into it and gives their number: saves a copy of what is
   * large. Without it, `read` serves.
   */
  readInto?(offset: number, target: Uint8Array): Promise<number>;
  /**
   * Told once what will be read again: a source that holds the whole file may let go of the rest. That must
   * still be readable, but rarely is.
   */
  retain?(ranges: readonly { readonly offset: number; readonly length: number }[]): void;
}

/** A byte source over an array in memory. Reads are views, not copies. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.byteLength,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
