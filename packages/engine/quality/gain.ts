const CUTOFF = 10;

/** nDCG@10 when only the candidate at a place is relevant. In ties the others rank first. */
export function gainOf(position: number, scores: Float64Array): number {
  if (position < 0) return 0;
  let rank = 0;
  for (const score of scores) if (score >= scores[position]!) rank++;
  return rank <= CUTOFF ? 1 / Math.log2(rank + 1) : 0;
}
