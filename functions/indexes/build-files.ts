import * as z from 'zod';

/** Names of a build's files within its folder. Each is written once; a step whose last file exists is done. */
export const buildFiles = {
  plan: 'plan.json',
  /** The parts in which a large dataset is scanned, and what was found in each. */
  parts: 'parts.json',
  partScan: (part: number) => `part-${String(part).padStart(5, '0')}.json`,
  /** The dataset as UTF-8, if it was in another encoding. */
  datasetPart: (part: number) => `dataset-${String(part).padStart(5, '0')}.csv`,
  /** The dataset with the changes that the index has got. */
  changedPart: (part: number) => `changed-${String(part).padStart(5, '0')}.csv`,
  model: 'model.bin',
  /** Written after the model: training is done. */
  training: 'training.json',
  segment: (segment: number) => `segment-${String(segment).padStart(5, '0')}.bin`,
  /** Written after the segment and its rejects: the segment is done. */
  segmentSummary: (segment: number) => `segment-${String(segment).padStart(5, '0')}.json`,
  /** Rows of each segment. */
  segmentRows: 'segment-rows.json',
  rejects: 'rejects.json',
  manifest: 'manifest.json',
} as const;

/** Rows that were left out: their lines in the file, and why. */
export const rejectList = z.array(z.object({ line: z.int(), reason: z.string() }));

/** What is in the summary of a segment: its rows and rejects, and the first of these. */
export const segmentSummary = z.object({
  rows: z.int(),
  rejects: z.int(),
  firstRejects: rejectList,
});
