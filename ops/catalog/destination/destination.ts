/** Where the dataset is written, in parts. A completed part survives a crash. */
export interface Destination {
  write(bytes: Uint8Array): void;
  /** Ends the current part; later writes belong to the next. Resolves when the part is stored durably. */
  endPart(): Promise<void>;
  /** Publishes the dataset, which consists of all parts. May be called again after a crash. */
  finish(): Promise<void>;
  /** Deletes everything that was written. */
  discard(): Promise<void>;
  close(): void;
}
