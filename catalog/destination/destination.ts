/** Where the dataset goes, part by part. A part that has been ended survives whatever happens. */
export interface Destination {
  write(bytes: Uint8Array): void;
  /** Ends the part: what is written from now on belongs to the next. Resolves when it is safe. */
  endPart(): Promise<void>;
  /** Puts the dataset, all its parts, in its place. May be called again after a crash. */
  finish(): Promise<void>;
  /** Gives up what has been written. */
  discard(): Promise<void>;
  close(): void;
}
