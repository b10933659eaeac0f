import type { PatentDocument } from '#shared/patent-document.ts';
import type { NumberLinks } from '../join/piece-store.ts';

/** Links with the number of the file that they belong to, the links of a file one after another. */
export type FiledLinks = Iterable<NumberLinks & { readonly file: number }>;

/** Where patent documents are written while their rows are loaded. */
export interface Documents {
  /** Takes a document. Resolves when there is room for the next one. */
  add(document: PatentDocument): Promise<void>;
  /** Stores a converted image of a document. The same image may be stored again after a crash. */
  addImage(ucid: string, name: string, png: Uint8Array): Promise<void>;
  /** Resolves when the documents and images that were added are stored durably. */
  settle(): Promise<void>;
  /** Bytes written so far, where the documents are one file; 0 in a bucket. */
  readonly sizeBytes: number;
  /**
   * Stores the links between all documents durably. May be called again after a crash.
   * @param digits hexadecimal digits of the names of their files
   */
  addLinks(digits: number, links: FiledLinks): Promise<void>;
  /** Publishes all documents. May be called again after a crash. */
  finish(): Promise<void>;
  /** Deletes everything that was written. */
  discard(): Promise<void>;
  close(): void;
}
