import { K1 } from '../ranking-constants.ts';

/** Rows of a posting window: a row number within a window has 16 bits. */
export const WINDOW_ROWS = 65_536;
/** Upper bound of the impact. */
export const MAX_IMPACT = K1 + 1;
/** Quantisation steps of the impact. */
export const IMPACT_STEPS = 255;
/** Marks a segment term that is not in the model. */
export const NO_TERM = 0xffffffff;

/** Metadata of a segment, stored as JSON in its first section. */
export interface SegmentFacts {
  readonly rowCount: number;
  readonly rejectCount: number;
  /** Rows with cells too many that were joined again. */
  readonly repairCount: number;
  readonly termCount: number;
  /** Sum of all document frequencies. */
  readonly postingCount: number;
  /** Number of postings whose term occurs at least twice in the row. */
  readonly repeatedCount: number;
}
