import { splitRows } from '../concept/quantize.ts';
import { RowEncoder } from '../concept/row-encoder.ts';
import type { NearestRecall } from '../manifest.ts';
import type { IndexState } from '../opening/index-state.ts';
import { NO_CANDIDATES } from '../query/candidates.ts';
import { nearestRows } from '../query/nearest-rows.ts';
import type { RowTerms } from '../query/row-terms.ts';
import { CANDIDATES } from '../ranking-constants.ts';
import { searchedColumns } from '../schema.ts';
import { decodeRow } from '../segment/forward-rows.ts';
import type { SearchParts } from '../segment/open.ts';
import { type QueryVector, rotateQuery } from '../segment/query-vector.ts';
import { firstRows, locate } from '../segment/row-numbers.ts';
import type { VectorIndex } from '../segment/vector-index.ts';
import { type ScoredRows, TopK } from '../top-k.ts';

const NEAREST = 100;
/** Only the nearest quarter of few rows is tested: the order of unrelated rows is random. */
const ROWS_PER_NEAREST = 4;
/** Rows whose exact scores are compared. Quantisation to eight bits shifts ranks by far less. */
const SHORTLIST = 2 * NEAREST;
/** Tolerance for rounding by the order of additions. */
const TOLERANCE = 1e-6;
const QUERIES = 16;

/**
 * Full-precision concept vectors of rows, computed again from their terms.
 * @param rows numbered over all segments; a row may occur several times
 */
function rowVectors(
  state: IndexState,
  rowTerms: RowTerms,
  rows: Iterable<number>,
): Map<number, Float32Array> {
  const { model } = state;
  const distinct = [...new Set(rows)];
  const vectors: Float32Array[] = [];
  const encoder = new RowEncoder(model, searchedColumns(model.schema), 1, {
    concepts: (encoded) => vectors.push(...splitRows(encoded, model.dimensions)),
  });
  const firsts = firstRows(state.segments);
  for (const number of distinct) {
    const { segment, row } = locate(firsts, number);
    const decoded = decodeRow(rowTerms.forward(segment), row);
    encoder.addRow({ ...decoded, tokens: decoded.modelTokens }, 0);
  }
  encoder.finish();
  return new Map(distinct.map((number, i) => [number, vectors[i]!]));
}

/** The nearest rows by stored vectors, numbered over all segments, best first. */
function nearestStored(
  parts: readonly SearchParts[],
  search: (vectors: VectorIndex, segment: number) => ScoredRows,
  wanted: number,
): Uint32Array {
  const best = new TopK(wanted);
  const firsts = firstRows(parts);
  parts.forEach(({ vectors }, s) => {
    const { rows, scores } = search(vectors, s);
    for (let i = 0; i < rows.length; i++) best.push(firsts[s]! + rows[i]!, scores[i]!);
  });
  return best.ranked().rows;
}

/** The nearest of those that codes bring up. */
function nearestByCodes(
  parts: readonly SearchParts[],
  query: QueryVector,
  wanted: number,
): Uint32Array {
  const found = nearestRows(parts, NO_CANDIDATES, query, {}, CANDIDATES, CANDIDATES, false);
  const compared = (vectors: VectorIndex, segment: number) => {
    const rows = found.rows[segment]!;
    const scores = new Float64Array(rows.length);
    vectors.scores(query, rows, scores);
    return { rows, scores };
  };
  return nearestStored(parts, compared, wanted);
}

/** Results of one query: the nearest rows by comparing all stored vectors, and those the search finds. */
function runQuery(
  parts: readonly SearchParts[],
  vector: Float32Array,
  wanted: number,
  comparesVectors: boolean,
) {
  const query = rotateQuery(vector);
  return {
    vector,
    all: nearestStored(parts, (vectors) => vectors.nearestOfAll(query, SHORTLIST), SHORTLIST),
    found: comparesVectors
      ? nearestStored(parts, (vectors) => vectors.nearest(query, wanted, null), wanted)
      : nearestByCodes(parts, query, wanted),
  };
}

/** Share of the truly nearest rows, in full precision, that the search finds. */
function recallOf(
  { vector, all, found }: ReturnType<typeof runQuery>,
  vectors: ReadonlyMap<number, Float32Array>,
): number {
  const exact = (row: number) => {
    const own = vectors.get(row)!;
    let sum = 0;
    for (let j = 0; j < own.length; j++) sum += own[j]! * vector[j]!;
    return sum;
  };
  // A row that ties with the last of the nearest counts as found.
  const nearest = Float64Array.from(all, exact).sort();
  const minimum = nearest.at(-found.length)! - TOLERANCE;
  return found.filter((row) => exact(row) >= minimum).length / found.length;
}

/** Evenly spaced entries of a list. */
function evenlySpaced<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, i) => list[Math.floor(i * step)]!,
  );
}

/**
 * Measures the recall of the search by vector.
 * @param queries in concept space, unit length
 * @returns null if there is no query
 */
export async function measureNearestRecall(
  state: IndexState,
  queries: readonly Float32Array[],
): Promise<NearestRecall | null> {
  const chosenQueries = evenlySpaced(queries, QUERIES);
  if (chosenQueries.length === 0) return null;
  const parts = await Promise.all(state.segments.map((segment) => segment.parts()));
  const { rowTerms } = await state.load();
  const wanted = Math.min(NEAREST, Math.ceil(state.rowCount / ROWS_PER_NEAREST));
  const answers = chosenQueries.map((vector) =>
    runQuery(parts, vector, wanted, state.comparesVectors),
  );
  const answered = answers.flatMap(({ all, found }) => [...all, ...found]);
  const vectors = rowVectors(state, rowTerms, answered);
  const recalls = answers.map((answer) => recallOf(answer, vectors));
  const recall = recalls.reduce((sum, x) => sum + x, 0) / recalls.length;
  const squares = recalls.reduce((sum, x) => sum + (x - recall) ** 2, 0);
  const error = Math.sqrt(squares / Math.max(1, recalls.length - 1) / recalls.length);
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return { queries: recalls.length, recall: rounded(recall), margin: rounded(1.96 * error) };
}
