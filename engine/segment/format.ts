/** Rows of a posting window: a row number inside one fits 16 bits. */
export const WINDOW_ROWS = 65_536;
/** Saturation of BM25F; built into the stored impacts. */
export const K1 = 1.6;
/** The impact no frequency can reach. */
export const MAX_IMPACT = K1 + 1;
/** Steps between no impact and the largest. */
export const IMPACT_STEPS = 255;
/** Marks a segment term the model does not know. */
export const NO_TERM = 0xffffffff;

/** Plain facts about a segment, stored as JSON in its first section. */
export interface SegmentFacts {
  readonly rowCount: number;
  readonly rejectCount: number;
  readonly termCount: number;
  /** Sum of all document frequencies. */
  readonly postingCount: number;
  /** Postings whose term occurs at least twice in the row. */
  readonly repeatedCount: number;
}
