import * as z from 'zod';
import { K1 } from '../ranking-constants.ts';
import { count } from '../record.ts';

/** Rows of a posting window: a row number within a window has 16 bits. */
export const WINDOW_ROWS = 65_536;
/** Upper bound of the impact. */
export const MAX_IMPACT = K1 + 1;
/** Quantisation steps of the impact. */
export const IMPACT_STEPS = 255;
/** Marks a segment term that is not in the model. */
export const NO_TERM = 0xffffffff;

const ownVectorFacts = z
  .strictObject({
    dimensions: count,
    /** Rows that have a vector. */
    rows: count,
    /** Like that of concept vectors. */
    signNorm: z.number(),
  })
  .readonly();

/** What a segment says of the vectors that the dataset has for its rows. */
export type OwnVectorFacts = z.infer<typeof ownVectorFacts>;

/** Metadata of a segment, stored as JSON in its first section. */
export const segmentFacts = z
  .strictObject({
    rowCount: count,
    rejectCount: count,
    /** Rows with cells too many that were joined again. */
    repairCount: count,
    termCount: count,
    /** Sum of all document frequencies. */
    postingCount: count,
    /** Number of postings whose term occurs at least twice in the row. */
    repeatedCount: count,
    /** Size of all rows as encoded term sequences. */
    forwardBytes: count,
    /** Size of the longest of them. */
    longestRow: count,
    /** Mean sum of absolute entries of concept vectors; see `SignEstimator`. */
    signNorm: z.number(),
    /** Absent without a column of vectors. */
    own: ownVectorFacts.optional(),
  })
  .readonly();

export type SegmentFacts = z.infer<typeof segmentFacts>;
