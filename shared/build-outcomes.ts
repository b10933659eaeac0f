/** How the newest build of an index stands, each with the label that people read. */
export const buildOutcomeLabels = {
  done: 'Built',
  running: 'Being built',
  failed: 'Failed',
} as const;

export type BuildOutcome = keyof typeof buildOutcomeLabels;

export const buildOutcomes = Object.keys(buildOutcomeLabels) as [BuildOutcome, ...BuildOutcome[]];
