import type { PatentDocument } from '#shared/patent-document.ts';

/** Where patent documents are written while their rows are loaded. */
export interface Documents {
  /** Takes a document. Resolves when there is room for the next one. */
  add(document: PatentDocument): Promise<void>;
  /** Resolves when the documents added so far are stored durably. */
  settle(): Promise<void>;
  /** Bytes written so far, where the documents are one file; 0 in a bucket. */
  readonly sizeBytes: number;
  /** Publishes all documents. May be called again after a crash. */
  finish(): Promise<void>;
  /** Deletes everything that was written. */
  discard(): Promise<void>;
  close(): void;
}
