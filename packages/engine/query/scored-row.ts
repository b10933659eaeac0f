/** A row of an index (segment and row within it) with a score. */
export interface ScoredRow {
  readonly segment: number;
  readonly row: number;
  readonly score: number;
}
