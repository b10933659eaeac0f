import type { RankingWeights } from '../manifest.ts';
import { findCandidates, resolveTerms, withoutRow } from '../query/candidates.ts';
import type { IndexState } from '../query/index-state.ts';
import { scaleSignals } from '../query/rank-rows.ts';
import { computeSignals } from '../query/signals.ts';
import type { HalfDocument } from './half-documents.ts';

/** Weights chosen for an index, and how well halves of documents find each other. */
export interface Calibration {
  readonly weights: RankingWeights;
  readonly halfDocuments: number;
  readonly lexicalNdcg: number;
  readonly conceptNdcg: number;
  readonly mixedNdcg: number;
}

const FEWEST_DOCUMENTS = 40;
const CANDIDATES = 1_000;
/** Strength of the cluster signals that has to prove itself, and the one then used. */
const TESTED_STRENGTH = 1;
const USED_STRENGTH = 0.6;
/** A gain counts when it exceeds this many standard errors. */
const CONFIDENCE = 1.5;

/** nDCG@10 of one relevant document: the last entry among the others; ties rank it lower. */
function gainOfLast(scores: Float64Array): number {
  const own = scores.at(-1)!;
  let rank = 1;
  for (let i = 0; i + 1 < scores.length; i++) if (scores[i]! >= own) rank++;
  return rank <= 10 ? 1 / Math.log2(rank + 1) : 0;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

/**
 * Decides without labels whether a corpus is so clustered that neighbours should lend each other
 * score: halves of documents ask for their other halves, which stand among the rest of the corpus.
 * The signals have to help for sure at full strength, because a weak setting wins by chance too
 * often, and are then used at a milder one, because halves are nearer to each other than queries
 * are to documents.
 */
export async function calibrate(
  state: IndexState,
  documents: readonly HalfDocument[],
): Promise<Calibration> {
  const loaded = await state.load();
  const { parts, spaces } = loaded;
  const lexicons = parts.map((part) => part.lexicon);
  const none = state.segments.map(() => null);
  const lexical: number[] = [];
  const concept: number[] = [];
  const mixed: number[] = [];
  const clustered: number[] = [];
  for (const document of documents) {
    const { query } = document;
    const terms = resolveTerms(query, lexicons, state);
    const found = findCandidates(parts, terms, null, none, CANDIDATES);
    // The whole document contains the query: only its kept half may be found.
    const others = withoutRow(found, document.segment, document.row);
    const own = terms.reduce((sum, term, i) => sum + term.weight * document.impacts[i]!, 0);
    const partial = { ...document.kept, lexical: own };
    const vectors = spaces.vectors(query);
    const signals = computeSignals(state, loaded, query, terms, vectors, others, partial);
    const scaled = scaleSignals(signals, true);
    const base = scaled.lexical.map((score, i) => score + scaled.semantic[i]!);
    lexical.push(gainOfLast(signals.lexical));
    concept.push(gainOfLast(signals.mapped));
    mixed.push(gainOfLast(base));
    clustered.push(gainOfLast(base.map((x, i) => x + TESTED_STRENGTH * scaled.cluster![i]!)));
  }
  const differences = clustered.map((gain, i) => gain - mixed[i]!);
  const gain = mean(differences);
  const spread = mean(differences.map((x) => (x - gain) ** 2));
  const error = Math.sqrt(spread / (differences.length || 1));
  const proven = differences.length >= FEWEST_DOCUMENTS && gain > CONFIDENCE * error;
  const rounded = (values: readonly number[]) => Math.round(mean(values) * 10_000) / 10_000;
  return {
    weights: { cluster: proven ? USED_STRENGTH : 0 },
    halfDocuments: mixed.length,
    lexicalNdcg: rounded(lexical),
    conceptNdcg: rounded(concept),
    mixedNdcg: rounded(proven ? clustered : mixed),
  };
}
