export interface Ranking {
  weight: number;
  /** Best first. */
  keys: readonly string[];
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): each ranking gives a key its weight divided by `k`
 * plus its rank. Ranks are used because scores of queries of very different length do not compare well.
 * @returns score of each key, best first, equal ones in the order in which they come first: 1 for a key that is the first of
 * all rankings
 */
export function fuseRankings(rankings: readonly Ranking[], k: number): Map<string, number> {
  const most = rankings.reduce((sum, { weight }) => sum + weight / (k + 1), 0) || 1;
  const scores = new Map<string, number>();
  for (const { weight, keys } of rankings) {
    for (const [position, key] of keys.entries()) {
      scores.set(key, (scores.get(key) ?? 0) + weight / (k + position + 1) / most);
    }
  }
  return new Map(Array.from(scores).toSorted((a, b) => b[1] - a[1]));
}
