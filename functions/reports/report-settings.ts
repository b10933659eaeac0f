/** How reports are made. What they contain has settings of its own. */
export const reportSettings = {
  /** How long a worker holds a report. Longer than the job may run: no worker outlives its lease. */
  leaseSeconds: 150,
  /** After that, another worker looks whether the lease has ended and the report is not made. */
  takeUpSeconds: 160,
  /** Workers that take up one report before it has failed. */
  tries: 3,
  /** Pause before the next of them. */
  retrySeconds: 10,
  /** A report that has failed is tried again when somebody asks for it after that. */
  failedSeconds: 3600,
} as const;
