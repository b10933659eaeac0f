export interface Ranking {
  weight: number;
  /** Best first. */
  keys: readonly string[];
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): each ranking gives a key its weight divided by `k`
 * plus its rank. Ranks are used because scores of queries of very different length do not compare well.
 * @returns keys, best first; equal ones in the order in which they come first
 */
export function fuseRankings(rankings: readonly Ranking[], k: number): string[] {
  const scores = new Map<string, number>();
  for (const { weight, keys } of rankings) {
    for (const [position, key] of keys.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + weight / (k + position + 1));
    }
  }
  return Array.from(scores)
    .toSorted((a, b) => b[1] - a[1])
    .map(([key]) => key);
}
