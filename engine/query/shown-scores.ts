import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { AnalyzedQuery } from './analyze-query.ts';
import type { ResolvedTerm } from './candidates.ts';
import type { ScoredRow } from './scored-row.ts';
import type { Signals } from './signals.ts';

/** Impact of a term in a row that is clearly about it. Counts as full coverage of the term. */
const FULL_IMPACT = 1.3;

/** A ranked row and its place among the candidates. */
export interface RankedRow extends ScoredRow {
  readonly place: number;
}

const fourDecimals = (score: number) => Math.round(score * 10_000) / 10_000;

/** The absolute scores of a row, 0 to 1 each. */
export interface AbsoluteScore {
  /** Share of the query's weight that the row covers. */
  readonly lexical: number;
  /** Cosine with the query in concept space. */
  readonly concept: number;
}

/** Absolute scores of candidates, which make scores comparable between queries. */
export function absoluteScores(
  terms: readonly ResolvedTerm[],
  { weights, alternatives }: AnalyzedQuery,
  rowCount: number,
  signals: Signals,
): (place: number) => AbsoluteScore {
  const unknown = inverseDocumentFrequency(rowCount, 0);
  let full = 0;
  terms.forEach((term, i) => {
    if (!alternatives?.has(i))
      full += FULL_IMPACT * (term.df > 0 ? term.weight : weights[i]! * unknown);
  });
  return (place) => ({
    lexical: full > 0 ? Math.min(1, signals.lexical[place]! / full) : 0,
    concept: Math.min(1, Math.max(0, signals.concept[place]!)),
  });
}

/** Share of the rank score in a shown score. The rest is the row's absolute score. */
const RELATIVE_SHARE = 0.4;

/**
 * Scores to show for ranked rows, never rising. The best row gets its absolute score; every other row gets
 * a mix of its rank score and its absolute score. Rank scores alone would exaggerate small differences,
 * because they are scaled over the candidates.
 */
export function shownScores(
  ranked: readonly RankedRow[],
  absolute: (place: number) => AbsoluteScore,
): number[] {
  const meanAbsolute = (place: number) => (absolute(place).lexical + absolute(place).concept) / 2;
  const [top] = ranked;
  const best = top ? meanAbsolute(top.place) : 0;
  let ceiling = best;
  return ranked.map(({ place, score }) => {
    // If all rank scores are 0, the rows are equally good.
    const relative = top!.score > 0 ? score / top!.score : 1;
    const own = Math.min(best, meanAbsolute(place));
    ceiling = Math.min(ceiling, RELATIVE_SHARE * best * relative + (1 - RELATIVE_SHARE) * own);
    return fourDecimals(ceiling);
  });
}
