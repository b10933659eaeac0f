import type { BlockStart } from './bzip2.ts';

/** An uncompressed text, opened at an offset. Each chunk is valid until the next. */
export interface OpenText {
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Number of bytes of the file that have been read. */
  consumedBytes(): number;
  /** The last known block start before `offset`, from which decompression can be resumed. */
  restartBefore(offset: number): BlockStart | undefined;
}

/** A text in a file: the file itself, its decompressed content, or an entry of an archive. */
export interface Text {
  /** Name of the archive entry. */
  readonly entry?: string;
  open(offset: number, restart?: BlockStart): OpenText;
}
