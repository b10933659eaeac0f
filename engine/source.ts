/**
 * Random access to the bytes of one file. The engine never opens files itself: callers implement this
 * interface for S3, local files or memory.
 */
export interface ByteSource {
  /** Size of the file in bytes. */
  readonly sizeBytes: number;
  /**
   * Reads `length` bytes from `offset`, or fewer at the end of the file. The caller owns the returned array
   * and may keep or modify it.
   */
  read(offset: number, length: number): Promise<Uint8Array>;
  /**
   * Optional: fills `target` from `offset` and returns the number of bytes read. Saves copying large
   * sections.
   */
  readInto?(offset: number, target: Uint8Array): Promise<number>;
  /**
   * Optional: called once with the ranges that will be read again. A source that caches the file may free
   * the rest, which must stay readable but will rarely be read.
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
