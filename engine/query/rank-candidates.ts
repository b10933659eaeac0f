import { RELEVANT_SHARE } from '../ranking-constants.ts';
import { highest } from '../top-k.ts';
import { type Candidates, segmentOf } from './candidates.ts';
import type { RankedQuery } from './parse-query.ts';
import { pruneCandidates } from './prune-candidates.ts';
import type { QueryVectors } from './query-vectors.ts';
import { mixSignals } from './rank-rows.ts';
import type { SearchRequest } from './search-index.ts';
import { type AbsoluteScore, absoluteScores, type RankedRow, shownScores } from './shown-scores.ts';
import { computeSignals, type RankedIndex, type RankedRows } from './signals.ts';

/** Ranked rows with their scores. */
export interface RankedHits {
  readonly rows: readonly RankedRow[];
  /** Scores to show. */
  readonly scores: readonly number[];
  /** Contributions of words and of meaning to the score of the candidate at a place. */
  readonly shareOf: (place: number) => AbsoluteScore;
  /** Number of candidates whose score is near the best one. */
  readonly relevant: number;
}

/** Prune, features and rerank: one score for each candidate. Nothing is awaited in here. */
export function rankCandidates(
  state: RankedIndex,
  rows: RankedRows,
  parsed: RankedQuery,
  vectors: QueryVectors,
  candidates: Candidates,
  { limit, relevantOnly }: SearchRequest,
): RankedHits {
  const found = pruneCandidates(rows.parts, candidates, vectors.mapped, limit);
  const signals = computeSignals(state, rows, parsed, vectors, found);
  const mixed = mixSignals(signals);
  const total = mixed.lexical.map((score, i) => score + mixed.concept[i]!);
  const relevant = countRelevant(total);
  const most = relevantOnly ? Math.min(limit, relevant) : limit;
  const best = Array.from(highest(total, most), (place): RankedRow => {
    const segment = segmentOf(found, place);
    return { segment, row: found.rows[place]!, place, score: total[place]! };
  });
  const absolute = absoluteScores(parsed.terms, parsed.query, state.rowCount, signals);
  // With a single candidate, or equal ones, all scaled scores are 0. Then shares follow absolute scores.
  const scaled = best.some(({ place }) => mixed.lexical[place]! > 0);
  const shareOf = scaled
    ? (place: number) => ({ lexical: mixed.lexical[place]!, concept: mixed.concept[place]! })
    : absolute;
  return { rows: best, scores: shownScores(best, absolute), shareOf, relevant };
}

/** Number of candidates whose score is near the best one. */
function countRelevant(scores: Float64Array): number {
  let best = 0;
  for (const score of scores) if (score > best) best = score;
  let count = 0;
  for (const score of scores) if (score >= RELEVANT_SHARE * best) count++;
  return count;
}
