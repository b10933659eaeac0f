import { lazy } from '../file/once.ts';
import { BESIDE, RELEVANT_SHARE, RERANKED, SCALE_ROWS } from '../ranking-constants.ts';
import { highest, highestInOrder, valuesAt } from '../top-k.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import { type Candidates, countBest, isFilled, segmentOf } from './candidates.ts';
import { matchesByChance } from './chance-match.ts';
import { type ScoreParts, totalOf } from './mix.ts';
import { ownCosines } from './own-scores.ts';
import { joinPruned, type PrunedCandidates, pruneCandidates } from './prune-candidates.ts';
import type { QueryVectors } from './query-vectors.ts';
import { type MixScales, mixSignals, scaleSignals } from './rank-rows.ts';
import type { SearchRequest } from './search-index.ts';
import {
  absoluteScores,
  type RankedRow,
  type ScoreShares,
  type ShownScore,
  shownScores,
} from './shown-scores.ts';
import {
  type PairStatistics,
  pairStatistics,
  type RankedIndex,
  type RankedQuery,
  type RankedRows,
  readSignals,
  type Signals,
  withPairs,
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
  /** Places of those that may be hits. Others only make the scale. */
  readonly own: Uint32Array;
}

/** The rows of an index that are reranked without filters. */
interface IndexRows {
  readonly candidates: Candidates;
  readonly pruned: PrunedCandidates;
  /** Their numbers. */
  readonly numbers: () => ReadonlySet<number>;
}

/**
 * How a query scores any row of an index. It follows from the best rows of the whole index alone, so that neither filters
 * nor the number of wanted hits change a score.
 */
export interface RankingScale extends IndexRows {
  /** These rows, if a search has scored them. */
  readonly reranked?: ScoredCandidates;
  readonly pairs: PairStatistics;
  readonly mix: MixScales;
  readonly shown: ShownScore;
  /** Highest and lowest score of the rows that make the scale. */
  readonly top: number;
  readonly last: number;
  /** The lowest score of a relevant row; infinite if none is. */
  readonly leastRelevant: number;
}

/** What a search ranks, and by what. */
export interface RankedSearch {
  readonly state: RankedIndex;
  /** Has the rows of both. */
  readonly rows: RankedRows;
  readonly parsed: RankedQuery;
  readonly vectors: QueryVectors;
  /** The best rows of the index. */
  readonly candidates: Candidates;
  /** The best rows that the search finds; the same object without filters. */
  readonly found: Candidates;
  /** If an earlier search of the text has made it. */
  readonly scale: RankingScale | undefined;
}

/** By how much the best row that is not reranked without filters is below the last one that makes the scale. */
const BELOW_SCALE = 1e-9;

function numbersOf({ rows, starts, numberOf }: Candidates): number[] {
  const numbers: number[] = [];
  for (let segment = 0, i = 0; i < rows.length; segment++) {
    for (; i < starts[segment + 1]!; i++) numbers.push(numberOf({ segment, row: rows[i]! }));
  }
  return numbers;
}

function pruneIndex({ rows, parsed, vectors, candidates }: RankedSearch): IndexRows {
  const pruned = pruneCandidates(rows.parts, candidates, vectors, parsed.weights, RERANKED);
  return { candidates, pruned, numbers: lazy(() => new Set(numbersOf(pruned.kept))) };
}

/** The rows that a search reranks, beside those that make the scale. */
function pruneFound(
  { rows, parsed, vectors, found }: RankedSearch,
  { candidates, pruned }: IndexRows,
  limit: number,
): PrunedCandidates {
  const isIndex = found === candidates;
  if (isIndex && limit <= RERANKED) return pruned;
  // Those that pass of the best of the index, and others, of which few are among the first. Words tell which pass only if they alone have found the best.
  const some = Math.min(RERANKED, countBest(found, candidates) + BESIDE);
  const isByOthers = vectors.own !== undefined || isFilled(candidates);
  const count = Math.max(isIndex || isByOthers ? RERANKED : some, limit);
  return pruneCandidates(rows.parts, found, vectors, parsed.weights, count, pruned.scales);
}

/** What the scores of the best rows tell, which are at some places among those found. */
function bestScores(
  { state, rows, parsed, vectors }: RankedSearch,
  found: Candidates,
  signals: Signals,
  total: Float64Array,
  best: Uint32Array,
): Omit<RankingScale, keyof IndexRows | 'pairs' | 'mix'> {
  const { terms, query, weights } = parsed;
  const absolute = absoluteScores(terms, query, state.rowCount, signals, weights);
  const ranked = highest(valuesAt(total, best), best.length).map((i) => best[i]!);
  const [first] = ranked;
  const top = first === undefined ? 0 : total[first]!;
  const last = total[ranked.at(-1)!] ?? 0;
  const isByChance = () =>
    first !== undefined &&
    matchesByChance(
      rows.rowTerms,
      terms,
      state.rowCount,
      { segment: segmentOf(found, first), row: found.rows[first]! },
      absolute(first),
    );
  const hasWord = terms.some(({ df }) => df > 0);
  // Of a text without a known word, rows that pass the filters are found, and none is relevant.
  const isNoneRelevant = !vectors.own && (hasWord ? isByChance() : vectors.concept === null);
  return {
    shown: shownScores(ranked, total, absolute),
    top,
    last,
    leastRelevant: isNoneRelevant ? Number.POSITIVE_INFINITY : Math.max(RELEVANT_SHARE * top, last),
  };
}

/** Prunes and scores what a search finds, in one pass with the rows that make the scale. Nothing is awaited in here. */
export function scoreRows(
  search: RankedSearch,
  limit: number,
): { readonly scale: RankingScale; readonly scored: ScoredCandidates } {
  const { state, rows, parsed, vectors, scale: known } = search;
  const index = known ?? pruneIndex(search);
  const { pruned } = index;
  const wanted = pruneFound(search, index, limit);
  const isIndex = wanted === pruned;
  if (isIndex && known?.reranked) return { scale: known, scored: known.reranked };

  const best = known ? new Uint32Array(0) : highestInOrder(pruned.scores, SCALE_ROWS);
  const { kept, mapped, first, second } =
    isIndex || known
      ? { ...wanted, first: best, second: wanted.kept.rows.map((_, i) => i) }
      : joinPruned(pruned, best, wanted);
  const read = readSignals(state, rows, parsed, vectors, kept, mapped);
  const times = pruned.kept.count / (first.length || 1);
  const pairs = known?.pairs ?? pairStatistics(read, first, times, state.rowCount);
  const signals = withPairs(read, pairs);
  const all = () => ({
    lowest: pruned.kept.lowest,
    mapped: pruned.mapped,
    vectors: isIndex ? read.vectors : new CandidateVectors(rows.parts, pruned.kept),
    own: vectors.own && ownCosines(rows.parts, pruned.kept, vectors.own),
  });
  const mix = known?.mix ?? scaleSignals(signals, first, all(), parsed.weights);
  const parts = mixSignals(signals, parsed.weights, mix);
  const total = totalOf(parts);
  const told = known ?? bestScores(search, kept, signals, total, first);
  const scored = { found: kept, signals, parts, total, own: second };
  const scale = { ...index, ...told, pairs, mix, ...(isIndex && { reranked: scored }) };
  if (isIndex) return { scale, scored };
  const { top, last } = told;
  const numbers = index.numbers();
  // Rows that a filter or many wanted hits bring up come after those that make the scale: as without filters, on every page.
  for (const [position, number] of numbersOf(kept).entries()) {
    if (!numbers.has(number)) {
      total[position] = Math.min(total[position]!, top) - (top - last) - BELOW_SCALE;
    }
  }
  return { scale, scored };
}

/** Prune, features and rerank: one score for each candidate. Nothing is awaited in here. */
export function rankCandidates(
  search: RankedSearch,
  { limit, relevantOnly, explain }: Pick<SearchRequest, 'limit' | 'relevantOnly' | 'explain'>,
): { readonly scale: RankingScale; readonly hits: RankedHits } {
  // How many rows are relevant does not depend on how many are wanted.
  const { scale, scored } = scoreRows(search, relevantOnly ? 0 : limit);
  const { found, signals, parts, total, own: places } = scored;
  const { terms, query, weights } = search.parsed;
  const absolute = absoluteScores(terms, query, search.state.rowCount, signals, weights);
  const tellsRelevance = relevantOnly === true || explain === true;
  const scores = valuesAt(total, places);
  const least = scale.leastRelevant;
  const ofIndex = scores.reduce((count, score) => (score >= least ? count + 1 : count), 0);
  // What is relevant without filters stays so with them. Where they leave out all of it, the nearest row that passes is relevant: one
  // only, so that no filter finds more than fewer filters do.
  const relevant = ofIndex > 0 ? ofIndex : Math.min(scale.top >= least ? 1 : 0, scores.length);
  const most = relevantOnly ? Math.min(limit, relevant) : limit;
  const best = Array.from(highest(scores, most), (i, rank): RankedRow => {
    const position = places[i]!;
    const at = { segment: segmentOf(found, position), row: found.rows[position]! };
    const row = { ...at, number: found.numberOf(at), position, score: scores[i]! };
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
  const shown = best.map(({ score }) => scale.shown(score));
  return { scale, hits: { rows: best, scores: shown, shareOf, relevant } };
}
