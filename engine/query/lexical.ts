import { IMPACT_STEPS, MAX_IMPACT, WINDOW_ROWS } from '../segment/format.ts';
import type { PostingLists } from '../segment/open.ts';

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

/** Robertson–Spärck Jones idf in the form that is never negative. */
export function inverseDocumentFrequency(rows: number, df: number): number {
  return Math.log(1 + (rows - df + 0.5) / (df + 0.5));
}

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

/** Adds one term's weighted impacts to the scores of all its rows in a segment. */
export function accumulate(
  scores: Float32Array,
  postings: PostingLists,
  term: number,
  weight: number,
): void {
  const { lists, windowIds, windowOffsets, rows, impacts } = postings;
  const factor = (weight * MAX_IMPACT) / IMPACT_STEPS;
  for (let w = lists[term]!; w < lists[term + 1]!; w++) {
    const base = windowIds[w]! * WINDOW_ROWS;
    const end = windowOffsets[w + 1]!;
    for (let p = windowOffsets[w]!; p < end; p++) scores[base + rows[p]!]! += factor * impacts[p]!;
  }
}
