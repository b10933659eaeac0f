import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { AnalyzedQuery } from '../words/analyze-query.ts';
import type { ResolvedTerm } from '../words/terms.ts';
import type { ScoredRow } from './scored-row.ts';
import type { SignalWeights } from './signal-weights.ts';
import type { Signals } from './signals.ts';

/** Impact of a term in a row that is clearly about it. Counts as full coverage of the term. */
const FULL_IMPACT = 1.3;

/** A ranked row, its number in the index, and its place among the candidates. */
export interface RankedRow extends ScoredRow {
  readonly number: number;
  readonly position: number;
  /** Whether its score is near the best one. Absent in lists that nothing ranks, and where the request does not ask for it. */
  readonly isRelevant?: boolean;
}

const fourDecimals = (score: number) => Math.round(score * 10_000) / 10_000;

/** Contributions to the score of a row. */
export interface ScoreShares {
  /** Of the words of the query. */
  readonly lexical: number;
  /** Of meaning. */
  readonly concept: number;
  /** Of the dataset's own vectors. Only if the query has one. */
  readonly own?: number;
}

/**
 * The absolute scores of a row, 0 to 1 each: the share of the query's weight that the row covers, and its cosines with the query
 * in concept space and in that of the dataset's own vectors.
 */
export interface AbsoluteScore extends ScoreShares {
  /** Of those that the query asks for, by its weights. */
  readonly mean: number;
}

/** Absolute scores of candidates, which make scores comparable between queries. */
export function absoluteScores(
  terms: readonly ResolvedTerm[],
  { weights, alternatives }: AnalyzedQuery,
  rowCount: number,
  signals: Signals,
  { words, meaning, vector }: SignalWeights,
): (position: number) => AbsoluteScore {
  const unknown = inverseDocumentFrequency(rowCount, 0);
  let full = 0;
  terms.forEach((term, i) => {
    if (!alternatives?.has(i))
      full += FULL_IMPACT * (term.df > 0 ? term.weight : weights[i]! * unknown);
  });
  return (position) => {
    const lexical = full > 0 ? Math.min(1, signals.lexical[position]! / full) : 0;
    const concept = Math.min(1, Math.max(0, signals.concept[position]!));
    const both = words * lexical + meaning * concept;
    if (!signals.own) return { lexical, concept, mean: both / 2 };
    const own = Math.min(1, Math.max(0, signals.own.cosines[position]! || 0));
    return { lexical, concept, own, mean: terms.length > 0 ? (both + vector * own) / 3 : own };
  };
}

/** Share of the rank score in a shown score. The rest is the row's absolute score. */
const RELATIVE_SHARE = 0.4;
/** A row whose rank score is so much below those of the best rows of the index has a shown score e times lower than they. */
const FALL = 0.5;

/** The score to show for a rank score, 0 to 1. It never rises as that falls. */
export type ShownScore = (score: number) => number;

/**
 * Scores to show, by the ranked candidates of the whole index. The best row gets its absolute score; every other row gets
 * a mix of its rank score and its absolute score, or the score of the row before it if that is lower. Rank scores alone
 * would exaggerate small differences, because they are scaled over the candidates. Other rows, which filters or many wanted
 * hits bring up, get the score of the candidate before them; below the last candidate, scores fall on.
 * @param ranked places of the candidates, best first
 */
export function shownScores(
  ranked: Uint32Array,
  scores: Float64Array,
  absolute: (position: number) => AbsoluteScore,
): ShownScore {
  const [falling, shown] = [new Float64Array(ranked.length), new Float64Array(ranked.length)];
  const top = scores[ranked[0]!] ?? 0;
  const best = ranked.length > 0 ? absolute(ranked[0]!).mean : 0;
  let ceiling = best;
  for (let i = 0; i < falling.length; i++) {
    falling[i] = scores[ranked[i]!]!;
    // If all rank scores are 0, the rows are equally good.
    const relative = top > 0 ? falling[i]! / top : 1;
    const own = Math.min(best, absolute(ranked[i]!).mean);
    ceiling = Math.min(ceiling, RELATIVE_SHARE * best * relative + (1 - RELATIVE_SHARE) * own);
    shown[i] = ceiling;
  }
  const last = falling.at(-1) ?? 0;
  return (score) => {
    if (score < last) return fourDecimals(ceiling * Math.exp((score - last) / FALL));
    let [low, high] = [0, falling.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (falling[middle]! >= score) low = middle + 1;
      else high = middle;
    }
    return fourDecimals(low > 0 ? shown[low - 1]! : best);
  };
}
