/** Corpus-wide counts of one query term. */
export interface TermCounts {
  readonly df: number;
  /** Documents in which it occurs at least twice. */
  readonly repeated: number;
}

/** How strongly the burstiness of a term counts. */
const BURST_POWER = 0.15;
/** Prior documents behind the mean burstiness. */
const BURST_PRIOR = 5;

/**
 * Terms that come in bursts (twice or more in a document) are topical; terms spread evenly are
 * not (Church and Gale 1995).
 * @param mean share of documents with a repeated term over the whole lexicon
 */
export function burstiness(counts: TermCounts, mean: number): number {
  if (mean <= 0) return 1;
  const share = (counts.repeated + BURST_PRIOR * mean) / (counts.df + BURST_PRIOR);
  return (share / mean) ** BURST_POWER;
}
