/** Names of a build's files within its folder. Each is written once; a step whose last file exists is done. */
export const buildFiles = {
  plan: 'plan.json',
  model: 'model.bin',
  /** Written after the model: training is done. */
  training: 'training.json',
  segment: (segment: number) => `segment-${String(segment).padStart(5, '0')}.bin`,
  /** Written after the segment and its rejects: the segment is done. */
  segmentSummary: (segment: number) => `segment-${String(segment).padStart(5, '0')}.json`,
  rejects: 'rejects.json',
  manifest: 'manifest.json',
} as const;
