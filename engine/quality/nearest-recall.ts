import type { ConceptModel } from '../concept/model.ts';
import { PairReader } from '../concept/pairs.ts';
import { normalize } from '../concept/quantize.ts';
import { searchedColumns } from '../concept/sample.ts';
import { TermSums } from '../concept/term-sums.ts';
import type { NearestRecall } from '../manifest.ts';
import type { IndexState } from '../query/index-state.ts';
import { TopRows } from '../query/top-rows.ts';
import { TITLE_COUNT } from '../ranking-constants.ts';
import { NO_TERM } from '../segment/format.ts';
import type { ForwardRows } from '../segment/forward-rows.ts';
import { forEachToken } from '../segment/forward-rows.ts';
import type { SearchParts } from '../segment/open.ts';
import { rotateQuery } from '../segment/query-vector.ts';
import type { NearestRows, VectorIndex } from '../segment/vector-index.ts';

const NEAREST = 100;
/** Only the nearest quarter of few rows is tested: the order of unrelated rows is random. */
const ROWS_PER_NEAREST = 4;
/** Rows whose exact scores are compared. Quantisation to eight bits shifts ranks by far less. */
const SHORTLIST = 2 * NEAREST;
/** Tolerance for rounding by the order of additions. */
const TOLERANCE = 1e-6;
const MAX_QUERIES = 32;
const MIN_QUERIES = 16;
/** Budget of row comparisons: well below a second for a build of any size. */
const COMPARISONS = 20_000_000;

/** A row of a segment. */
interface Place {
  readonly segment: number;
  readonly row: number;
}

const keyOf = ({ segment, row }: Place) => `${segment} ${row}`;

/** Full-precision concept vectors of rows, recomputed from their terms, by `keyOf`. */
function rowVectors(
  model: ConceptModel,
  forwardOf: (segment: number) => ForwardRows,
  places: readonly Place[],
): Map<string, Float32Array> {
  const columns = searchedColumns(model.schema);
  const vectors = new Map<string, Float32Array>();
  // Deduplicate: queries of a small index find the same rows.
  const rows = new Map(places.map((place) => [keyOf(place), place]));
  const keys = rows.keys();
  const sums = new TermSums(model.projection, 1, (chunk) => {
    for (let at = 0; at < chunk.length; at += model.dimensions) {
      const vector = normalize(chunk.slice(at, at + model.dimensions));
      vectors.set(keys.next().value!, vector);
    }
  });
  const reader = new PairReader(model.pairs);
  const counts = new Uint32Array(model.idf.length);
  const touched = new Uint32Array(model.idf.length);
  for (const { segment, row } of rows.values()) {
    const forward = forwardOf(segment);
    let found = 0;
    let field = 0;
    const count = (unit: number) => {
      if (counts[unit] === 0) touched[found++] = unit;
      counts[unit]! += columns[field]!.kind === 'title' ? TITLE_COUNT : 1;
    };
    reader.begin();
    forEachToken(forward, row, (term) => {
      if (term < 0) {
        field++;
        reader.begin();
        return;
      }
      const number = forward.modelTerms[term]!;
      const pair = reader.next(number);
      if (number === NO_TERM) return;
      count(number);
      if (pair >= 0) count(pair);
    });
    for (let i = 0; i < found; i++) {
      const unit = touched[i]!;
      sums.add(unit, (1 + Math.log(counts[unit]!)) * model.idf[unit]!);
      counts[unit] = 0;
    }
    sums.endRow();
  }
  sums.finish();
  return vectors;
}

/** The nearest rows by stored vectors, best first. */
function nearestStored(
  parts: readonly SearchParts[],
  search: (vectors: VectorIndex, wanted: number) => NearestRows,
  wanted: number,
) {
  const best = new TopRows(wanted);
  parts.forEach(({ vectors }, s) => {
    const { rows, scores } = search(vectors, wanted);
    rows.forEach((row, i) => {
      best.push(s, row, scores[i]!);
    });
  });
  return best.sorted();
}

/** Results of one query: the nearest rows by comparing all stored vectors, and those the search finds. */
function runQuery(parts: readonly SearchParts[], vector: Float32Array, wanted: number) {
  const query = rotateQuery(vector);
  return {
    vector,
    all: nearestStored(parts, (vectors, n) => vectors.nearestOfAll(query, n), SHORTLIST),
    found: nearestStored(parts, (vectors, n) => vectors.nearest(query, n, null), wanted),
  };
}

/** Share of the truly nearest rows, in full precision, that the search finds. */
function recallOf(
  { vector, all, found }: ReturnType<typeof runQuery>,
  vectors: ReadonlyMap<string, Float32Array>,
): number {
  const exact = (place: Place) => {
    const own = vectors.get(keyOf(place))!;
    let sum = 0;
    for (let j = 0; j < own.length; j++) sum += own[j]! * vector[j]!;
    return sum;
  };
  // A row that ties with the last of the nearest counts as found.
  const least = all.map(exact).sort((a, b) => b - a)[found.length - 1]! - TOLERANCE;
  return found.filter((row) => exact(row) >= least).length / found.length;
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
 * Measures the recall of the search by vector. The cost is bounded: more rows mean fewer queries.
 * @param queries in concept space, unit length
 * @returns null if there is no query
 */
export async function measureNearestRecall(
  state: IndexState,
  queries: readonly Float32Array[],
): Promise<NearestRecall | null> {
  const affordable = Math.floor(COMPARISONS / state.rowCount);
  const chosenQueries = evenlySpaced(
    queries,
    Math.min(MAX_QUERIES, Math.max(MIN_QUERIES, affordable)),
  );
  if (chosenQueries.length === 0) return null;
  const parts = await Promise.all(state.segments.map((segment) => segment.parts()));
  const { rowTerms } = await state.load();
  const wanted = Math.min(NEAREST, Math.ceil(state.rowCount / ROWS_PER_NEAREST));
  const answers = chosenQueries.map((vector) => runQuery(parts, vector, wanted));
  const vectors = rowVectors(
    state.model,
    (segment) => rowTerms.forward(segment),
    answers.flatMap(({ all, found }) => [...all, ...found]),
  );
  const recalls = answers.map((answer) => recallOf(answer, vectors));
  const recall = recalls.reduce((sum, x) => sum + x, 0) / recalls.length;
  const squares = recalls.reduce((sum, x) => sum + (x - recall) ** 2, 0);
  const error = Math.sqrt(squares / Math.max(1, recalls.length - 1) / recalls.length);
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return { queries: recalls.length, recall: rounded(recall), margin: rounded(1.96 * error) };
}
