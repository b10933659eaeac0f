/** A file elsewhere. */
export interface RemoteFile {
  /** Name in the archive, if there are several. */
  name: string;
  /** Unknown of some answers of servers. */
  sizeBytes: number | undefined;
  /** Its bytes from an offset on. */
  read(offset: number): Promise<AsyncIterable<Uint8Array>>;
}

/** What a source has now. */
export interface Remote {
  /** Tells this version from others. */
  version: string;
  files: readonly RemoteFile[];
  /** Whether the files are packed into an archive, which makes them one table. */
  isArchive: boolean;
  /** Whether reading can begin anywhere, so that another worker can go on. */
  isResumable: boolean;
  /** Ends what is open. */
  close(): void;
}
