/**
 * Random access to the bytes of one file. The engine never opens files itself: callers implement this
 * interface for S3, local files or memory.
 */
export interface ByteSource {
  /** Size of the file in bytes. */
  readonly sizeBytes: number;
  /**
   * Whether a read only copies bytes of this machine. Then many small reads cost no more than a large one, and none
   * needs to be repeated.
   */
  readonly isLocal?: boolean;
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
}

/** A byte source over an array in memory. Reads are views, not copies. */
export function memorySource(bytes: Uint8Array): ByteSource {
  return {
    sizeBytes: bytes.byteLength,
    isLocal: true,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}
