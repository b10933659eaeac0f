import { B, K1 } from '../ranking-constants.ts';
import { type IndexSchema, searchedColumns } from '../schema.ts';
import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { SearchParts } from '../segment/open.ts';
import { rotateQuery } from '../segment/query-vector.ts';
import { CandidateVectors } from './candidate-vectors.ts';
import type { Candidates } from './candidates.ts';
import type { IndexState } from './index-state.ts';
import type { RankedQuery } from './parse-query.ts';
import type { QueryVectors } from './query-vectors.ts';
import type { RowScanQuery, RowScanSink, RowTerms } from './row-terms.ts';
import { SimilarScores } from './similar-scores.ts';

/** Ranking signals of candidates; entry i belongs to candidate i. */
export interface Signals {
  /** BM25F score, with what similar words add. */
  readonly lexical: Float64Array;
  /** The BM25F score that counts as none; see `Candidates.lowest`. */
  readonly lowest: number;
  /** BM25 score of adjacent query terms. */
  readonly pairs: Float64Array;
  readonly pairStatistics: PairStatistics;
  /** Share of the title's idf that the query covers. */
  readonly titleCover: Float64Array;
  /** Cosine in concept space with the mapped query. */
  readonly mapped: Float64Array;
  /** Cosine in concept space. */
  readonly concept: Float64Array;
  /** Cosine in association space with the mapped query. */
  readonly association: Float64Array;
  /** Concept vectors of the candidates. */
  readonly vectors: CandidateVectors;
}

/** What ranking reads of candidates: their vectors and terms, by segment. */
export interface RankedRows {
  readonly parts: readonly Pick<SearchParts, 'vectors'>[];
  readonly rowTerms: RowTerms;
}

/** What ranking reads of the whole index. */
export type RankedIndex = Pick<IndexState, 'model' | 'rowCount'>;

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
 */
function pairStatistics(
  events: Readonly<PairEvents>,
  pairCount: number,
  lengths: Uint32Array,
  rowCount: number,
): PairStatistics {
  const df = new Uint32Array(pairCount);
  for (let e = 1; e < events.length; e += 3) df[events[e]!]!++;
  const idf = Float64Array.from(df, (n) => inverseDocumentFrequency(Math.max(rowCount, n), n));
  let total = 0;
  for (const length of lengths) total += length;
  return { idf, averageLength: total / (lengths.length || 1) || 1 };
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

/** A part of a row, ranked as an additional candidate in the half-document test. */
export interface PartialRow {
  readonly segment: number;
  readonly row: number;
  /** First and last term of the part. */
  readonly from: number;
  readonly to: number;
  readonly lexical: number;
  readonly vector: Float32Array;
  readonly associationNorm: number;
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
  partial: PartialRow | undefined,
): TermSignals {
  const count = candidates.count + (partial ? 1 : 0);
  const out: TermSignals = {
    lengths: new Uint32Array(count),
    association: new Float64Array(count),
    titleCover: new Float64Array(count),
    pairEvents: [],
    similar: new Float64Array(count),
  };
  const titleField = searchedColumns(schema).findIndex((c) => c.kind === 'title');
  const sink =
    (at: number, norm: (i: number) => number): RowScanSink =>
    (first, found) => {
      out.lengths.set(found.lengths, at + first);
      out.titleCover.set(found.titleCovers, at + first);
      similar.add(found, out.similar, at + first);
      for (let i = 0; i < found.lengths.length; i++) {
        const length = norm(first + i);
        const nearness = found.nearness[i]! * found.step;
        out.association[at + first + i] = length > 0 ? nearness / length : 0;
      }
      const events = found.pairEvents;
      for (let e = 0; e < events.length; e += 3) {
        out.pairEvents.push(at + first + events[e]!, events[e + 1]!, events[e + 2]!);
      }
    };
  rowTerms.ask(question, () => {
    for (let s = 0; s < parts.length; s++) {
      const from = candidates.starts[s]!;
      const rows = candidates.rows.subarray(from, candidates.starts[s + 1]);
      const { associationNorms } = rowTerms.forward(s);
      const norm = (i: number) => associationNorms[rows[i]!]!;
      rowTerms.scan(s, rows, titleField, sink(from, norm));
    }
    if (partial) {
      const { segment, row, from, to, associationNorm } = partial;
      const norm = () => associationNorm;
      rowTerms.scan(segment, Uint32Array.of(row), titleField, sink(count - 1, norm), from, to);
    }
  });
  return out;
}

/**
 * Computes the signals of all candidates. With `partial`, the signals have one more entry at the end.
 * @param statistics of pairs; by default those of these candidates
 */
export function computeSignals(
  state: RankedIndex,
  loaded: RankedRows,
  { query, terms, similar }: RankedQuery,
  queried: QueryVectors,
  candidates: Candidates,
  partial?: PartialRow,
  statistics?: PairStatistics,
): Signals {
  const similarScores = new SimilarScores(state.model, similar);
  const question = {
    association: queried.mappedAssociation,
    terms,
    pairs: query.pairs,
    similar: similarScores.words,
  };
  const { schema } = state.model;
  const found = scanTerms(schema, loaded, question, similarScores, candidates, partial);
  const extra = partial ? rotateQuery(partial.vector) : null;
  const vectors = new CandidateVectors(loaded.parts, candidates, extra);
  const lexical = new Float64Array(vectors.count);
  lexical.set(candidates.lexical);
  if (partial) lexical[candidates.count] = partial.lexical;
  for (let i = 0; i < lexical.length; i++) lexical[i]! += found.similar[i]!;
  const { pairEvents, lengths } = found;
  const ofPairs =
    statistics ?? pairStatistics(pairEvents, query.pairs.length, lengths, state.rowCount);
  return {
    lexical,
    lowest: Math.min(candidates.lowest, partial?.lexical ?? Number.POSITIVE_INFINITY),
    pairs: scorePairs(pairEvents, lengths, ofPairs),
    pairStatistics: ofPairs,
    titleCover: found.titleCover,
    mapped: vectors.cosines(queried.mapped),
    concept: vectors.cosines(queried.concept),
    association: found.association,
    vectors,
  };
}
