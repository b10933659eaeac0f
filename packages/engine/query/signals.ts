import type { ConceptModel } from '../concept/model.ts';
import { B, K1 } from '../ranking-constants.ts';
import { type IndexSchema, searchedColumns } from '../schema.ts';
import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { SearchParts } from '../segment/open.ts';
import type { SimilarTerms } from '../words/similar-words.ts';
import type { ParsedQuery } from '../words/terms.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import type { Candidates } from './candidates.ts';
import { type OwnQuery, ownCosines } from './own-scores.ts';
import type { QueryVectors } from './query-vectors.ts';
import type { RowScanQuery, RowTerms } from './row-terms.ts';
import { plus } from './scale.ts';
import type { SignalWeights } from './signal-weights.ts';
import { SimilarScores } from './similar-scores.ts';

/** Signals that no other candidate changes, and what those of pairs are made of. */
export interface ReadSignals {
  /** BM25F score, with what similar words add. */
  readonly lexical: Float64Array;
  /** Share of the title's idf that the query covers. */
  readonly titleCover: Float64Array;
  /** Cosine in concept space with the mapped query. */
  readonly mapped: Float64Array;
  /** Cosine in concept space. */
  readonly concept: Float64Array;
  /** Cosine in association space with the mapped query. */
  readonly association: Float64Array;
  /** Cosine of the dataset's own vectors with that of the query, and its weight. NaN for rows without a vector. */
  readonly own?: Omit<OwnQuery, 'vector'> & { readonly cosines: Float64Array };
  /** Concept vectors of the candidates. */
  readonly vectors: CandidateVectors;
  /** See `meaningShare`. */
  readonly share: number;
  readonly lengths: Uint32Array;
  readonly pairEvents: PairEvents;
  /** Number of pairs of the query. */
  readonly pairCount: number;
}

/** Ranking signals of candidates; entry i belongs to candidate i. */
export interface Signals extends ReadSignals {
  /** BM25 score of adjacent query terms. */
  readonly pairs: Float64Array;
}

/** What ranking reads of candidates: their vectors and terms, by segment. */
export interface RankedRows {
  readonly parts: readonly Pick<SearchParts, 'vectors' | 'own'>[];
  readonly rowTerms: RowTerms;
}

/** What ranking reads of the whole index. */
export interface RankedIndex {
  readonly model: ConceptModel;
  readonly rowCount: number;
}

/** A query as reranking reads it. */
export interface RankedQuery extends ParsedQuery {
  /** Words of the model that are spelled like each term; empty if there are none. */
  readonly similar: readonly SimilarTerms[];
  readonly weights: SignalWeights;
}

/** Pairs found: candidate, pair and frequency, three numbers each. */
type PairEvents = number[];

/** What BM25 over pairs takes from the candidates. */
export interface PairStatistics {
  readonly idf: Float64Array;
  readonly averageLength: number;
}

/**
 * A row with a pair contains both terms and so is nearly always a candidate. The number of candidates with
 * a pair therefore approximates its document frequency, without an index of pairs.
 * @param best the candidates that are counted, which stand for `times` as many
 */
export function pairStatistics(
  { pairEvents, lengths, pairCount }: ReadSignals,
  best: Uint32Array,
  times: number,
  rowCount: number,
): PairStatistics {
  const isCounted = new Uint8Array(lengths.length);
  let total = 0;
  for (const place of best) {
    isCounted[place] = 1;
    total += lengths[place]!;
  }
  const df = new Float64Array(pairCount);
  for (let e = 0; e < pairEvents.length; e += 3) {
    if (isCounted[pairEvents[e]!] === 1) df[pairEvents[e + 1]!]! += times;
  }
  const idf = df.map((n) => inverseDocumentFrequency(Math.max(rowCount, n), n));
  return { idf, averageLength: total / (best.length || 1) || 1 };
}

/** BM25 over adjacent pairs. */
function scorePairs(
  events: Readonly<PairEvents>,
  lengths: Uint32Array,
  { idf, averageLength }: PairStatistics,
): Float64Array {
  const scores = new Float64Array(lengths.length);
  for (let e = 0; e < events.length; e += 3) {
    const [candidate, pair, tf] = [events[e]!, events[e + 1]!, events[e + 2]!];
    const norm = K1 * (1 - B + (B * lengths[candidate]!) / averageLength);
    scores[candidate]! += (idf[pair]! * tf * (K1 + 1)) / (tf + norm);
  }
  return scores;
}

/** Signals that come from the terms of the candidates. */
interface TermSignals {
  readonly lengths: Uint32Array;
  readonly association: Float64Array;
  readonly titleCover: Float64Array;
  readonly pairEvents: PairEvents;
  /** What similar words add to the BM25F scores. */
  readonly similar: Float64Array;
}

/** Scans the terms of all candidates, segment by segment. */
function scanTerms(
  schema: IndexSchema,
  { parts, rowTerms }: RankedRows,
  question: RowScanQuery,
  similar: SimilarScores,
  candidates: Candidates,
): TermSignals {
  const { count } = candidates;
  const out: TermSignals = {
    lengths: new Uint32Array(count),
    association: new Float64Array(count),
    titleCover: new Float64Array(count),
    pairEvents: [],
    similar: new Float64Array(count),
  };
  const titleField = searchedColumns(schema).findIndex((c) => c.kind === 'title');
  const rows = parts.map((_, s) =>
    candidates.rows.subarray(candidates.starts[s], candidates.starts[s + 1]),
  );
  rowTerms.scan(question, rows, titleField, (segment, first, found) => {
    const at = candidates.starts[segment]! + first;
    out.lengths.set(found.lengths, at);
    out.titleCover.set(found.titleCovers, at);
    similar.add(found, out.similar, at);
    const { associationNorms } = rowTerms.forward(segment);
    for (let i = 0; i < found.nearness.length; i++) {
      const norm = associationNorms[rows[segment]![first + i]!]!;
      out.association[at + i] = norm > 0 ? (found.nearness[i]! * found.step) / norm : 0;
    }
    const events = found.pairEvents;
    for (let e = 0; e < events.length; e += 3) {
      out.pairEvents.push(at + events[e]!, events[e + 1]!, events[e + 2]!);
    }
  });
  return out;
}

/** The signals with scores of pairs. */
export const withPairs = (read: ReadSignals, statistics: PairStatistics): Signals => ({
  ...read,
  pairs: scorePairs(read.pairEvents, read.lengths, statistics),
});

/**
 * Reads the signals of all candidates.
 * @param mapped see `ReadSignals`
 */
export function readSignals(
  state: RankedIndex,
  loaded: RankedRows,
  { query, terms, similar }: Omit<RankedQuery, 'weights'>,
  queried: QueryVectors,
  candidates: Candidates,
  mapped: Float64Array,
): ReadSignals {
  const similarScores = new SimilarScores(state.model, similar);
  const question = {
    association: queried.mappedAssociation,
    terms,
    pairs: query.pairs,
    similar: similarScores.words,
  };
  const { schema } = state.model;
  const found = scanTerms(schema, loaded, question, similarScores, candidates);
  const vectors = new CandidateVectors(loaded.parts, candidates);
  return {
    lexical: plus(candidates.lexical, 1, found.similar),
    titleCover: found.titleCover,
    mapped,
    concept: vectors.cosines(queried.concept),
    association: found.association,
    ...(queried.own && {
      own: { ...queried.own, cosines: ownCosines(loaded.parts, candidates, queried.own) },
    }),
    vectors,
    share: queried.share,
    lengths: found.lengths,
    pairEvents: found.pairEvents,
    pairCount: query.pairs.length,
  };
}
