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
import { type HalfDocument, type HalfQuery, QUERIES } from './half-documents.ts';

/** Weights chosen for an index, and how well halves of documents find each other. */
export interface Calibration {
  readonly weights: RankingWeights;
  readonly halfDocuments: number;
  readonly lexicalNdcg: number;
  readonly conceptNdcg: number;
  readonly mixedNdcg: number;
}

const FEWEST_DOCUMENTS = 100;
const CANDIDATES = 1_000;
/** Strength of the cluster signals that has to prove itself, and the one then used. */
const TESTED_STRENGTH = 1;
const USED_STRENGTH = 0.6;
/** A gain counts when it exceeds this many standard errors: a wrong yes costs more than a wrong no. */
const CONFIDENCE = 2.3;
/** Below this many, further queries would hardly change the answer. */
const HOPELESS = 1;

const CUTOFF = 10;

/** How many of all but the last entry are at least so high. */
function othersFrom(scores: Float64Array, least: number): number {
  let count = 0;
  for (let i = 0; i + 1 < scores.length; i++) if (scores[i]! >= least) count++;
  return count;
}

/** nDCG@10 of one relevant document: the last entry among the others; ties rank it lower. */
function gainOfLast(scores: Float64Array): number {
  const rank = 1 + othersFrom(scores, scores.at(-1)!);
  return rank <= CUTOFF ? 1 / Math.log2(rank + 1) : 0;
}

/**
 * The same with the cluster signals at full strength. To compare neighbours takes longer than all the rest
 * and mostly cannot bring the document to the top any more: then it is left out.
 */
function clusteredGain(signals: Signals, scaled: ScaledSignals, base: Float64Array): number {
  const concept = minMax(signals.concept);
  const without = base.map((x, i) => x + TESTED_STRENGTH * concept[i]!);
  const mayHaveNeighbours = othersFrom(scaled.lent, scaled.lent.at(-1)!) < NEIGHBOUR_POOL;
  // Neighbours give from 0 to 1.
  const most = base.at(-1)! + TESTED_STRENGTH * (concept.at(-1)! + (mayHaveNeighbours ? 1 : 0));
  if (othersFrom(without, most) >= CUTOFF) return 0;
  const cluster = clusterScores(signals, scaled);
  return gainOfLast(base.map((x, i) => x + TESTED_STRENGTH * cluster[i]!));
}

/** nDCG@10 of one query by each way of ranking. */
interface Gains {
  readonly lexical: number;
  readonly concept: number;
  readonly mixed: number;
  readonly clustered: number;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/** By how many standard errors one list exceeds the other on average, entry by entry. */
function standardErrors(larger: readonly number[], smaller: readonly number[]): number {
  const differences = larger.map((gain, i) => gain - smaller[i]!);
  const gain = mean(differences);
  const spread = mean(differences.map((x) => (x - gain) ** 2));
  return spread > 0 ? gain / Math.sqrt(spread / differences.length) : 0;
}

/**
 * Decides without labels whether a corpus is so clustered that neighbours should lend each other
 * score: halves of documents ask for their other halves, which stand among the rest of the corpus.
 * The signals have to help for sure at full strength, because a weak setting wins by chance too
 * often, and are then used at a milder one, because halves are nearer to each other than queries
 * are to documents. One query of each document is noisy: as long as the answer is open, they ask
 * again with other stretches of their hidden halves, which count as one, being of one document.
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
    // The whole document contains the query: only its kept half may be found.
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
  for (let round = 0; round < QUERIES; round++) {
    documents.forEach((document, i) => {
      const query = document.queries[round];
      if (query) gains[i]!.push(gainsOf(document, query));
    });
    errors = standardErrors(meanOf('clustered'), meanOf('mixed'));
    if (documents.length < FEWEST_DOCUMENTS || errors < HOPELESS) break;
  }
  const proven = documents.length >= FEWEST_DOCUMENTS && errors > CONFIDENCE;
  // Of the first queries only, so that cards of two builds compare.
  const rounded = (name: keyof Gains) =>
    Math.round(mean(gains.map(([first]) => first![name])) * 10_000) / 10_000;
  return {
    weights: { cluster: proven ? USED_STRENGTH : 0 },
    halfDocuments: documents.length,
    lexicalNdcg: rounded('lexical'),
    conceptNdcg: rounded('concept'),
    mixedNdcg: rounded(proven ? 'clustered' : 'mixed'),
  };
}
