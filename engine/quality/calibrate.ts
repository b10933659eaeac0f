import type { RankingWeights } from '../manifest.ts';
import { findCandidates, resolveTerms, withoutRow } from '../query/candidates.ts';
import type { IndexState } from '../query/index-state.ts';
import {
  clusterScores,
  minMax,
  NEIGHBOUR_POOL,
  type ScaledSignals,
  scaleSignals,
} from '../query/rank-rows.ts';
import { computeSignals, type Signals } from '../query/signals.ts';
import { type HalfDocument, type HalfQuery, MAX_QUERIES } from './half-documents.ts';

/** Weights chosen for an index, and the figures of the half-document test. */
export interface Calibration {
  readonly weights: RankingWeights;
  readonly halfDocuments: number;
  readonly lexicalNdcg: number;
  readonly conceptNdcg: number;
  readonly mixedNdcg: number;
}

const MIN_DOCUMENTS = 100;
const CANDIDATES = 1_000;
/** Weight at which the cluster signals are tested, and the weight used if they pass. */
const TESTED_WEIGHT = 1;
const USED_WEIGHT = 0.6;
/** Standard errors that a gain must exceed. High, because a false positive costs more than a false negative. */
const CONFIDENCE = 2.3;
/** Below this many standard errors, further queries would hardly change the decision. */
const FUTILE_BELOW = 1;

const CUTOFF = 10;

/** Number of entries, without the last, that are at least `least`. */
function countOthersAtLeast(scores: Float64Array, least: number): number {
  let count = 0;
  for (let i = 0; i + 1 < scores.length; i++) if (scores[i]! >= least) count++;
  return count;
}

/** nDCG@10 when only the last entry is relevant. In ties the other entries rank first. */
function gainOfLast(scores: Float64Array): number {
  const rank = 1 + countOthersAtLeast(scores, scores.at(-1)!);
  return rank <= CUTOFF ? 1 / Math.log2(rank + 1) : 0;
}

/**
 * nDCG@10 with the cluster signals at the tested weight. Comparing neighbours takes longer than everything
 * else, so it is skipped if an upper bound shows that it cannot lift the document into the top 10.
 */
function clusteredGain(signals: Signals, scaled: ScaledSignals, base: Float64Array): number {
  const concept = minMax(signals.concept);
  const without = base.map((x, i) => x + TESTED_WEIGHT * concept[i]!);
  const mayHaveNeighbours =
    countOthersAtLeast(scaled.combined, scaled.combined.at(-1)!) < NEIGHBOUR_POOL;
  // Neighbour scores are between 0 and 1.
  const most = base.at(-1)! + TESTED_WEIGHT * (concept.at(-1)! + (mayHaveNeighbours ? 1 : 0));
  if (countOthersAtLeast(without, most) >= CUTOFF) return 0;
  const cluster = clusterScores(signals, scaled);
  return gainOfLast(base.map((x, i) => x + TESTED_WEIGHT * cluster[i]!));
}

/** nDCG@10 of one query by each ranking. */
interface Gains {
  readonly lexical: number;
  readonly concept: number;
  readonly mixed: number;
  readonly clustered: number;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** Mean paired difference of two lists, in standard errors. */
function standardErrors(larger: readonly number[], smaller: readonly number[]): number {
  const differences = larger.map((gain, i) => gain - smaller[i]!);
  const gain = mean(differences);
  const spread = mean(differences.map((x) => (x - gain) ** 2));
  return spread > 0 ? gain / Math.sqrt(spread / differences.length) : 0;
}

/**
 * Decides without labels whether the cluster signals, such as the scores of a row's neighbours, improve
 * the ranking of this corpus. The half-document test uses the hidden half of a document as a query for
 * its kept half, which is ranked among all other rows. The signals are tested at full weight, because a
 * low weight wins by chance too often. They are used at a lower weight, because two halves of a document
 * are closer to each other than queries are to documents. One query per document is noisy: while the
 * result is open, further parts of the hidden halves are used as queries. The queries of one document
 * are averaged, because they are not independent.
 */
export async function calibrate(
  state: IndexState,
  documents: readonly HalfDocument[],
): Promise<Calibration> {
  const loaded = await state.load();
  const { parts, spaces } = loaded;
  const lexicons = parts.map((part) => part.lexicon);
  const none = state.segments.map(() => null);
  const gainsOf = ({ segment, row, kept }: HalfDocument, { query, impacts }: HalfQuery): Gains => {
    const terms = resolveTerms(query, lexicons, state);
    const found = findCandidates(parts, terms, null, none, CANDIDATES);
    // The whole document contains the query, so only its kept half is ranked.
    const others = withoutRow(found, segment, row);
    const own = terms.reduce((sum, term, i) => sum + term.weight * impacts[i]!, 0);
    const partial = { ...kept, lexical: own };
    const vectors = spaces.vectors(query);
    const signals = computeSignals(state, loaded, query, terms, vectors, others, partial);
    const scaled = scaleSignals(signals);
    const base = scaled.lexical.map((score, i) => score + scaled.semantic[i]!);
    return {
      lexical: gainOfLast(signals.lexical),
      concept: gainOfLast(signals.mapped),
      mixed: gainOfLast(base),
      clustered: clusteredGain(signals, scaled, base),
    };
  };
  const gains: Gains[][] = documents.map(() => []);
  const meanOf = (name: keyof Gains) => gains.map((list) => mean(list.map((gain) => gain[name])));
  let errors = 0;
  for (let round = 0; round < MAX_QUERIES; round++) {
    documents.forEach((document, i) => {
      const query = document.queries[round];
      if (query) gains[i]!.push(gainsOf(document, query));
    });
    errors = standardErrors(meanOf('clustered'), meanOf('mixed'));
    if (documents.length < MIN_DOCUMENTS || errors < FUTILE_BELOW) break;
  }
  const isProven = documents.length >= MIN_DOCUMENTS && errors > CONFIDENCE;
  // Only the first query of each document counts, so that the figures of two builds are comparable.
  const rounded = (name: keyof Gains) =>
    Math.round(mean(gains.map(([first]) => first![name])) * 10_000) / 10_000;
  return {
    weights: { cluster: isProven ? USED_WEIGHT : 0 },
    halfDocuments: documents.length,
    lexicalNdcg: rounded('lexical'),
    conceptNdcg: rounded('concept'),
    mixedNdcg: rounded(isProven ? 'clustered' : 'mixed'),
  };
}
