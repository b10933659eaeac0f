/** How datasets are fetched. */
export const sourceSettings = {
  /** A worker hands over to the next one after this, so that a large dataset keeps no others waiting. */
  turnMs: 120_000,
  /** The same of a server that gives no parts of a file: it cannot be handed over, so the file must come in one turn. */
  wholeTurnMs: 780_000,
  /** How long a worker holds a source. Longer than the job may run: no worker outlives its lease. */
  leaseSeconds: 910,
  /** Workers that end without having stored a part, one after the other, before the fetch has failed. */
  tries: 4,
  /** Pause before the next of them, and four times as long before each one after it. */
  retrySeconds: 10,
  /** Bytes of a part. S3 wants 5 MB at least, but for the last one, and takes 10,000. */
  partBytes: 16 << 20,
  /** How long a server may take to begin its answer, and be silent afterwards. */
  silenceMs: 30_000,
  /** How long a part may take: about 50 KB a second. A slower server would hold a worker for nothing. */
  partMs: 300_000,
  /** Addresses that a server may lead on to, one after the other. */
  redirects: 3,
  /** Pause before an index is tried again that was being built. */
  rebuildRetrySeconds: 900,
} as const;
