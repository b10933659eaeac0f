import type { ConceptModel } from '../concept/model.ts';
import { addRow, dotRow, normalize } from '../concept/quantize.ts';
import { NO_TERM } from '../segment/format.ts';
import type { ForwardRows } from '../segment/open.ts';
import type { AnalyzedQuery } from './analyze-query.ts';
import type { IndexState, ResolvedTerm } from './candidates.ts';
import { inverseDocumentFrequency } from './lexical.ts';
import type { ScoredRow } from './top-rows.ts';

/** Ranking signals of candidate rows; entry i belongs to row i. */
export interface Signals {
  /** BM25F. */
  readonly lexical: Float64Array;
  /** BM25 of adjacent query terms. */
  readonly pairs: Float64Array;
  /** Cosine in concept space, the query seen through the half-document map. */
  readonly mapped: Float64Array;
  /** Cosine in concept space. */
  readonly concept: Float64Array;
  /** Cosine of association vectors. */
  readonly association: Float64Array;
}

/** A query in the two vector spaces; unit length, or null when no term is known. */
export interface QueryVectors {
  readonly concept: Float32Array | null;
  readonly mapped: Float32Array | null;
  readonly association: Float32Array | null;
}

/** Folds a query into concept and association space. */
export function queryVectors(model: ConceptModel, query: AnalyzedQuery): QueryVectors {
  const concept = new Float32Array(model.dimensions);
  const association = new Float32Array(model.associationDimensions);
  query.terms.forEach((term, i) => {
    const number = model.vocabulary.find(term);
    if (number < 0) return;
    const weight = query.weights[i]! * model.idf[number]!;
    addRow(concept, model.projection, number, weight);
    if (number < model.associations.scales.length) {
      addRow(association, model.associations, number, weight);
    }
  });
  const known = (vector: Float32Array) => (vector.some((x) => x !== 0) ? normalize(vector) : null);
  const seen = known(concept);
  return {
    concept: seen,
    mapped: seen && known(multiply(seen, model.halfMap)),
    association: known(association),
  };
}

/** Row vector times square row-major matrix. */
function multiply(vector: Float32Array, matrix: Float32Array): Float32Array {
  const k = vector.length;
  const out = new Float32Array(k);
  for (let i = 0; i < k; i++) {
    const x = vector[i]!;
    for (let j = 0; j < k; j++) out[j]! += x * matrix[i * k + j]!;
  }
  return out;
}

/** Calls `each` for every term of a row; -1 between fields. */
export function forEachToken(
  forward: ForwardRows,
  row: number,
  each: (term: number) => void,
): void {
  const { bytes, offsets } = forward;
  const end = offsets[row + 1]!;
  let at = offsets[row]!;
  while (at < end) {
    let value = 0;
    for (let shift = 0, byte = 128; byte & 128; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    each(value - 1);
  }
}

const PAIR_K1 = 1.2;
const PAIR_B = 0.75;

/** Computes all signals of the candidates. */
export async function computeSignals(
  state: IndexState,
  query: AnalyzedQuery,
  terms: readonly ResolvedTerm[],
  vectors: QueryVectors,
  rows: readonly ScoredRow[],
): Promise<Signals> {
  const { model } = state;
  const count = rows.length;
  const pairCounts = query.pairs.map(() => new Uint16Array(count));
  const lengths = new Float64Array(count);
  const mapped = new Float64Array(count);
  const concept = new Float64Array(count);
  const association = new Float64Array(count);
  const pairAt = new Map(query.pairs.map(([a, b], p) => [a * terms.length + b, p]));
  for (const [s, segment] of state.segments.entries()) {
    const forward = await segment.forward();
    const rowVectors = await segment.vectors(model.dimensions);
    const place = new Map(terms.map((term, i) => [term.numbers[s]!, i]));
    const nearness = new TermNearness(model, forward, vectors.association);
    rows.forEach((candidate, c) => {
      if (candidate.segment !== s) return;
      let previous = -1;
      let length = 0;
      let sum = 0;
      forEachToken(forward, candidate.row, (term) => {
        if (term < 0) {
          previous = -1;
          return;
        }
        length++;
        sum += nearness.of(term);
        const now = place.get(term) ?? -1;
        if (previous >= 0 && now >= 0) {
          const pair = pairAt.get(previous * terms.length + now);
          if (pair !== undefined) pairCounts[pair]![c]!++;
        }
        previous = now;
      });
      lengths[c] = length;
      const norm = forward.associationNorms[candidate.row]!;
      association[c] = norm > 0 ? sum / norm : 0;
      if (vectors.concept) concept[c] = dotRow(vectors.concept, rowVectors, candidate.row);
      if (vectors.mapped) mapped[c] = dotRow(vectors.mapped, rowVectors, candidate.row);
    });
  }
  return {
    lexical: Float64Array.from(rows, (row) => row.score),
    pairs: scorePairs(pairCounts, lengths, state.rowCount),
    mapped,
    concept,
    association,
  };
}

/**
 * BM25 over adjacent pairs. A row that has a pair has both its terms and so is nearly always among
 * the candidates: their count stands for the document frequency, and no pair index is needed.
 */
function scorePairs(
  pairCounts: readonly Uint16Array[],
  lengths: Float64Array,
  rowCount: number,
): Float64Array {
  const scores = new Float64Array(lengths.length);
  const average = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1) || 1;
  for (const counts of pairCounts) {
    const df = counts.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0);
    if (df === 0) continue;
    const idf = inverseDocumentFrequency(rowCount, df);
    for (let c = 0; c < counts.length; c++) {
      const tf = counts[c]!;
      if (tf === 0) continue;
      const norm = PAIR_K1 * (1 - PAIR_B + (PAIR_B * lengths[c]!) / average);
      scores[c]! += (idf * tf * (PAIR_K1 + 1)) / (tf + norm);
    }
  }
  return scores;
}

/** Nearness of a segment's terms to the query in association space, idf-weighted; lazily. */
export class TermNearness {
  readonly #model: ConceptModel;
  readonly #modelTerms: Uint32Array;
  readonly #query: Float32Array | null;
  readonly #cache: Map<number, number>;

  constructor(model: ConceptModel, forward: ForwardRows, query: Float32Array | null) {
    this.#model = model;
    this.#modelTerms = forward.modelTerms;
    this.#query = query;
    this.#cache = new Map();
  }

  /** idf × inner product of the term's association vector with the query's. */
  of(term: number): number {
    if (!this.#query) return 0;
    let value = this.#cache.get(term);
    if (value === undefined) {
      const number = this.#modelTerms[term]!;
      const { associations, idf } = this.#model;
      value =
        number === NO_TERM || number >= associations.scales.length
          ? 0
          : idf[number]! * dotRow(this.#query, associations, number);
      this.#cache.set(term, value);
    }
    return value;
  }
}
