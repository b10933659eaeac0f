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
  /** Models are asked within the time of a worker: no request begins after this, since it took the report up, */
  judgeSeconds: 55,
  /** and none goes on after this. Another worker takes over then. */
  judgeEndSeconds: 100,
  /** A report is not judged for longer in all. Pages promise it within 10 to 15 minutes. */
  judgingSeconds: 600,
  /** How often, and how long, a report waits for a model that is away. Then it is sent as far as it is judged, */
  judgePauses: 3,
  judgePauseSeconds: 30,
  /** and judged when somebody asks for it after that. */
  judgeAgainSeconds: 3600,
  /** Workers that judge a reference that people added, one after the other, at most. */
  addedTries: 6,
} as const;
