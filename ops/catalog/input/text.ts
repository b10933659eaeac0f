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
  /** Why the text is not read. */
  readonly refusal?: string;
  /** An image that was delivered with the text, by the name that the text gives it. */
  readonly image?: (name: string) => ReturnType<OpenImage>;
  open(offset: number, restart?: BlockStart): OpenText;
}

/** Reads an image; undefined if there is none, or if it is too large. */
export type OpenImage = () => Promise<Uint8Array | undefined>;
