import type { AnalyzedQuery } from './analyze-query.ts';
import type { IndexState, ResolvedTerm } from './candidates.ts';
import { inverseDocumentFrequency } from './lexical.ts';
import type { QueryVectors } from './query-vectors.ts';
import { type RowScan, RowScanner } from './row-scan.ts';
import type { ScoredRow } from './top-rows.ts';

/** Ranking signals of candidate rows; entry i belongs to row i. */
export interface Signals {
  /** BM25F. */
  readonly lexical: Float64Array;
  /** BM25 of adjacent query terms. */
  readonly pairs: Float64Array;
  /** Share of the title that the query names. */
  readonly titleCover: Float64Array;
  /** Cosine in concept space, the query seen through the half-document map. */
  readonly mapped: Float64Array;
  /** Cosine in concept space. */
  readonly concept: Float64Array;
  /** Cosine in association space, the query seen through its half-document map. */
  readonly association: Float64Array;
  /** Unit concept vectors of the rows, row-major. */
  readonly vectors: Float32Array;
}

const PAIR_K1 = 1.2;
const PAIR_B = 0.75;

/**
 * BM25 over adjacent pairs. A row that has a pair has both its terms and so is nearly always among
 * the candidates: their count stands for the document frequency, and no pair index is needed.
 */
export function scorePairs(scans: readonly RowScan[], rowCount: number): Float64Array {
  const scores = new Float64Array(scans.length);
  const total = scans.reduce((sum, scan) => sum + scan.length, 0);
  const average = total / (scans.length || 1) || 1;
  const pairCount = scans[0]?.pairs.length ?? 0;
  for (let p = 0; p < pairCount; p++) {
    let df = 0;
    for (const scan of scans) if (scan.pairs[p]! > 0) df++;
    if (df === 0) continue;
    const idf = inverseDocumentFrequency(Math.max(rowCount, df), df);
    for (let c = 0; c < scans.length; c++) {
      const tf = scans[c]!.pairs[p]!;
      if (tf === 0) continue;
      const norm = PAIR_K1 * (1 - PAIR_B + (PAIR_B * scans[c]!.length) / average);
      scores[c]! += (idf * tf * (PAIR_K1 + 1)) / (tf + norm);
    }
  }
  return scores;
}

/** A row that is not in the index: part of one that is, for the half-document test. */
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

/**
 * Computes the signals of all candidates; with `partial`, one more entry at the end for it.
 */
export async function computeSignals(
  state: IndexState,
  query: AnalyzedQuery,
  terms: readonly ResolvedTerm[],
  queried: QueryVectors,
  rows: readonly ScoredRow[],
  partial?: PartialRow,
): Promise<Signals> {
  const { model } = state;
  const k = model.dimensions;
  const count = rows.length + (partial ? 1 : 0);
  const scans: RowScan[] = Array.from({ length: count });
  const association = new Float64Array(count);
  const vectors = new Float32Array(count * k);
  for (const [s, segment] of state.segments.entries()) {
    const [forward, stored, lexicon] = await Promise.all([
      segment.forward(),
      segment.vectors(k),
      segment.lexicon(),
    ]);
    const part = { forward, lexicon, rowCount: segment.facts.rowCount, number: s };
    const scanner = new RowScanner(model, part, query, terms, queried.mappedAssociation);
    const near = (scan: RowScan, norm: number) => (norm > 0 ? scan.nearness / norm : 0);
    rows.forEach((candidate, c) => {
      if (candidate.segment !== s) return;
      const { row } = candidate;
      scans[c] = scanner.scan(row);
      association[c] = near(scans[c], forward.associationNorms[row]!);
      const scale = stored.scales[row]!;
      for (let j = 0; j < k; j++) vectors[c * k + j] = stored.values[row * k + j]! * scale;
    });
    if (partial?.segment === s) {
      const scan = scanner.scan(partial.row, partial.from, partial.to);
      scans[count - 1] = scan;
      association[count - 1] = near(scan, partial.associationNorm);
      vectors.set(partial.vector, (count - 1) * k);
    }
  }
  const lexical = Float64Array.from(
    { length: count },
    (_, c) => rows[c]?.score ?? partial!.lexical,
  );
  return {
    lexical,
    pairs: scorePairs(scans, state.rowCount),
    titleCover: Float64Array.from(scans, (scan) => scan.titleCover),
    mapped: cosines(vectors, queried.mapped, count),
    concept: cosines(vectors, queried.concept, count),
    association,
    vectors,
  };
}

/** Inner products of row-major unit vectors with one vector; zeros for none. */
export function cosines(
  vectors: Float32Array,
  query: Float32Array | null,
  count: number,
): Float64Array {
  const out = new Float64Array(count);
  if (!query) return out;
  const k = query.length;
  for (let c = 0; c < count; c++) {
    let sum = 0;
    for (let j = 0, at = c * k; j < k; j++, at++) sum += query[j]! * vectors[at]!;
    out[c] = sum;
  }
  return out;
}
