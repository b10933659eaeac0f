/** How exports are written. */
export const exportSettings = {
  /** A worker hands over to the next one after this, so that a long export keeps no others waiting. */
  turnMs: 120_000,
  /** How long a worker holds an export. Longer than the job may run: no worker outlives its lease. */
  leaseSeconds: 310,
  /** After that, another worker looks whether the lease has ended and the file is not written. */
  takeUpSeconds: 320,
  /** Workers that end without having stored a part, one after the other, before the export has failed. */
  tries: 4,
  /** Pause before the next of them, and four times as long before each one after it: a cluster or a rebuild may be busy. */
  retrySeconds: 10,
  /** Bytes of a part of the file. S3 wants 5 MB at least, but for the last one, and 10,000 parts at most. */
  partBytes: 8 << 20,
  /** Bytes of text of a row group of Parquet, which is held until it is packed. The sizes of all groups are in the record. */
  parquetGroupBytes: 64 << 20,
  /** Bytes of rows that one search reads at about. */
  pageBytes: 4 << 20,
  /** Rows of the first search, before their size is known. */
  firstRows: 200,
  /** Time after which progress is noted again. */
  progressMs: 2000,
} as const;
