import { RELEVANT_SHARE, RERANKED } from '../ranking-constants.ts';
import { highest } from '../top-k.ts';
import { type Candidates, segmentOf } from './candidates.ts';
import { matchesByChance } from './chance-match.ts';
import { type ScoreParts, totalOf } from './mix.ts';
import { pruneCandidates } from './prune-candidates.ts';
import type { QueryVectors } from './query-vectors.ts';
import { type MixScales, mixSignals } from './rank-rows.ts';
import type { Scale } from './scale.ts';
import type { SearchRequest } from './search-index.ts';
import {
  absoluteScores,
  type RankedRow,
  type ScoreShares,
  type ShownScore,
  shownScores,
} from './shown-scores.ts';
import {
  computeSignals,
  type PairStatistics,
  type RankedIndex,
  type RankedQuery,
  type RankedRows,
  type Signals,
} from './signals.ts';

/** Ranked rows with their scores. */
export interface RankedHits {
  readonly rows: readonly RankedRow[];
  /** Scores to show. */
  readonly scores: readonly number[];
  readonly shareOf: (position: number) => ScoreShares;
  /** Number of candidates whose score is near the best one of the index. */
  readonly relevant: number;
}

/** Ranked rows if there are none. */
export const NO_HITS: RankedHits = {
  rows: [],
  scores: [],
  shareOf: () => ({ lexical: 0, concept: 0 }),
  relevant: 0,
};

/** Candidates with their signals and scores. */
interface ScoredCandidates {
  readonly found: Candidates;
  readonly signals: Signals;
  readonly parts: ScoreParts;
  readonly total: Float64Array;
}

/**
 * How a query scores any row of an index. It follows from the best rows of the whole index alone, so that neither filters
 * nor the number of wanted hits change a score.
 */
export interface RankingScale {
  /** The rows that it follows from. */
  readonly candidates: Candidates;
  readonly reranked: ScoredCandidates;
  readonly pruning: readonly Scale[];
  readonly pairs: PairStatistics;
  readonly mix: MixScales;
  readonly shown: ShownScore;
  /** The places of the reranked rows, best first. */
  readonly ranked: Uint32Array;
  /** Highest and lowest score of these. */
  readonly top: number;
  readonly last: number;
  /** The lowest score of a relevant row; infinite if none is. */
  readonly leastRelevant: number;
  /** Number of relevant rows. */
  readonly relevant: number;
}

/** By how much the best row that a scale did not rerank is below the last one that it did. */
const BELOW_SCALE = 1e-9;

function numbersOf({ rows, starts, numberOf }: Candidates): number[] {
  const numbers: number[] = [];
  for (let segment = 0, i = 0; i < rows.length; segment++) {
    for (; i < starts[segment + 1]!; i++) numbers.push(numberOf({ segment, row: rows[i]! }));
  }
  return numbers;
}

/** Prunes and scores the best rows of an index. Nothing is awaited in here. */
export function scaleRanking(
  state: RankedIndex,
  rows: RankedRows,
  parsed: RankedQuery,
  vectors: QueryVectors,
  candidates: Candidates,
): RankingScale {
  const { weights } = parsed;
  const { kept, mapped, scales } = pruneCandidates(
    rows.parts,
    candidates,
    vectors,
    weights,
    RERANKED,
  );
  const signals = computeSignals(state, rows, parsed, vectors, kept, mapped);
  const { scales: mix, parts } = mixSignals(signals, weights);
  const total = totalOf(parts);
  const absolute = absoluteScores(parsed.terms, parsed.query, state.rowCount, signals, weights);
  const ranked = highest(total, total.length);
  const [first] = ranked;
  const top = first === undefined ? 0 : total[first]!;
  const isByChance = () =>
    first !== undefined &&
    matchesByChance(
      rows.rowTerms,
      parsed.terms,
      state.rowCount,
      { segment: segmentOf(kept, first), row: kept.rows[first]! },
      absolute(first),
    );
  const hasWord = parsed.terms.some(({ df }) => df > 0);
  // Of a text without a known word, rows that pass the filters are found, and none is relevant.
  const isNoneRelevant = !vectors.own && (hasWord ? isByChance() : vectors.concept === null);
  const last = total[ranked.at(-1)!] ?? 0;
  const leastRelevant = isNoneRelevant
    ? Number.POSITIVE_INFINITY
    : Math.max(RELEVANT_SHARE * top, last);
  return {
    candidates,
    reranked: { found: kept, signals, parts, total },
    pruning: scales,
    pairs: signals.pairStatistics,
    mix,
    shown: shownScores(ranked, total, absolute),
    ranked,
    top,
    last,
    leastRelevant,
    relevant: countFrom(total, leastRelevant),
  };
}

/**
 * Prunes and scores candidates on a scale that other candidates may have made. Rows that this scale did not rerank, which a
 * filter or many wanted hits bring up, are ranked after those that it did: as without filters, and on every page.
 */
function scoreCandidates(
  state: RankedIndex,
  rows: RankedRows,
  parsed: RankedQuery,
  vectors: QueryVectors,
  scale: RankingScale,
  found: Candidates,
  count: number,
): ScoredCandidates {
  const { candidates, reranked, pruning, pairs, mix, top, last } = scale;
  if (found === candidates && reranked.found.count === Math.min(count, found.count)) {
    return reranked;
  }
  const { weights } = parsed;
  const { kept, mapped } = pruneCandidates(rows.parts, found, vectors, weights, count, pruning);
  const signals = computeSignals(state, rows, parsed, vectors, kept, mapped, pairs);
  const { parts } = mixSignals(signals, weights, mix);
  const total = totalOf(parts);
  const best = new Set(numbersOf(reranked.found));
  for (const [position, number] of numbersOf(kept).entries()) {
    if (!best.has(number)) {
      total[position] = Math.min(total[position]!, top) - (top - last) - BELOW_SCALE;
    }
  }
  return { found: kept, signals, parts, total };
}

/** Prune, features and rerank: one score for each candidate. Nothing is awaited in here. */
export function rankCandidates(
  state: RankedIndex,
  rows: RankedRows,
  parsed: RankedQuery,
  vectors: QueryVectors,
  scale: RankingScale,
  candidates: Candidates,
  { limit, relevantOnly, explain }: Pick<SearchRequest, 'limit' | 'relevantOnly' | 'explain'>,
): RankedHits {
  // How many rows are relevant does not depend on how many are wanted.
  const count = relevantOnly ? RERANKED : Math.max(RERANKED, limit);
  const scored = scoreCandidates(state, rows, parsed, vectors, scale, candidates, count);
  const { found, signals, parts, total } = scored;
  const { weights } = parsed;
  const absolute = absoluteScores(parsed.terms, parsed.query, state.rowCount, signals, weights);
  const tellsRelevance = relevantOnly === true || explain === true;
  const ofIndex = countFrom(total, scale.leastRelevant);
  // What is relevant without filters stays so with them. Where they leave out all of it, the nearest row that passes is relevant: one
  // only, so that no filter finds more than fewer filters do.
  const relevant = ofIndex > 0 ? ofIndex : Math.min(scale.relevant, total.length, 1);
  const most = relevantOnly ? Math.min(limit, relevant) : limit;
  const places = scored === scale.reranked ? scale.ranked.subarray(0, most) : highest(total, most);
  const best = Array.from(places, (position, rank): RankedRow => {
    const at = { segment: segmentOf(found, position), row: found.rows[position]! };
    const score = total[position]!;
    const row = { ...at, number: found.numberOf(at), position, score };
    return tellsRelevance ? { ...row, isRelevant: rank < relevant } : row;
  });
  // With a single candidate, or equal ones, all scaled scores are 0. Then shares follow absolute scores, as do those of rows
  // below the scale.
  const isScaled = weights.words === 0 || best.some(({ position }) => parts.words![position]! > 0);
  const shareOf = (position: number): ScoreShares => {
    const { vector } = parts;
    const share = {
      lexical: parts.words![position]!,
      concept: parts.meaning![position]!,
      ...(vector && { own: vector[position]! }),
    };
    if (isScaled && Object.values(share).every((part) => part >= 0)) return share;
    const { lexical, concept, own } = absolute(position);
    return {
      lexical: weights.words * lexical,
      concept: weights.meaning * concept,
      ...(own !== undefined && { own: weights.vector * own }),
    };
  };
  const scores = best.map(({ position }) => scale.shown(total[position]!));
  return { rows: best, scores, shareOf, relevant };
}

const countFrom = (scores: Float64Array, least: number) =>
  scores.reduce((count, score) => (score >= least ? count + 1 : count), 0);
