import { BURST_POWER, BURST_PRIOR } from '../ranking-constants.ts';

/** Corpus-wide counts of one query term. */
export interface TermCounts {
  readonly df: number;
  /** Number of documents in which it occurs at least twice. */
  readonly repeated: number;
}

/**
 * Weight factor for bursty terms: terms that occur repeatedly within documents are more topical than
 * evenly distributed ones (Church and Gale 1995).
 * @param mean share of postings with a repeated term, over the whole corpus
 */
export function burstiness(counts: TermCounts, mean: number): number {
  if (mean <= 0) return 1;
  const share = (counts.repeated + BURST_PRIOR * mean) / (counts.df + BURST_PRIOR);
  return (share / mean) ** BURST_POWER;
}
