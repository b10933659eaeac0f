import type { ConceptModel } from '../concept/model.ts';
import { PairReader } from '../concept/pairs.ts';
import { normalize } from '../concept/quantize.ts';
import { searchedColumns } from '../concept/sample.ts';
import { TermSums } from '../concept/term-sums.ts';
import type { NearestRecall } from '../manifest.ts';
import type { IndexState } from '../query/index-state.ts';
import { TopRows } from '../query/top-rows.ts';
import { TITLE_COUNT } from '../segment/fold-rows.ts';
import { NO_TERM } from '../segment/format.ts';
import type { ForwardRows } from '../segment/forward-rows.ts';
import { forEachToken } from '../segment/forward-rows.ts';
import type { SearchParts } from '../segment/open.ts';
import { rotateQuery } from '../segment/query-vector.ts';
import type { NearestRows, VectorIndex } from '../segment/vector-index.ts';

const NEIGHBOURS = 100;
/** Of few rows only the nearer ones: the order of those that have nothing to do with a query is chance. */
const SHARE_OF_ROWS = 4;
/** Rows compared exactly for each wanted one: eight bits misplace a row by far fewer places. */
const SHORTLIST = 2 * NEIGHBOURS;
/** Differences that come from the order of additions. */
const ROUNDING = 1e-6;
const MOST_QUERIES = 32;
const FEWEST_QUERIES = 16;
/** Comparisons of rows with queries that a build of any size can afford: well below a second. */
const COMPARISONS = 20_000_000;

/** A row of a segment. */
interface Place {
  readonly segment: number;
  readonly row: number;
}

const keyOf = ({ segment, row }: Place) => `${segment} ${row}`;

/** The concept vectors of rows as they were before they were stored in fewer bits, by `keyOf`. */
function rowVectors(
  model: ConceptModel,
  forwardOf: (segment: number) => ForwardRows,
  places: readonly Place[],
): Map<string, Float32Array> {
  const columns = searchedColumns(model.schema);
  const vectors = new Map<string, Float32Array>();
  // Queries of a small index meet the same rows again and again.
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

/** The rows nearest by stored vectors, best first. */
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

/** What one query finds: the rows nearest by all stored vectors, and those the search finds. */
function ask(parts: readonly SearchParts[], vector: Float32Array, wanted: number) {
  const query = rotateQuery(vector);
  return {
    vector,
    all: nearestStored(parts, (vectors, n) => vectors.nearestOfAll(query, n), SHORTLIST),
    found: nearestStored(parts, (vectors, n) => vectors.nearest(query, n, null), wanted),
  };
}

/** Share of the nearest rows in full precision that the search by stored vectors finds. */
function recallOf(
  { vector, all, found }: ReturnType<typeof ask>,
  vectors: ReadonlyMap<string, Float32Array>,
): number {
  const exact = (place: Place) => {
    const own = vectors.get(keyOf(place))!;
    let sum = 0;
    for (let j = 0; j < own.length; j++) sum += own[j]! * vector[j]!;
    return sum;
  };
  // Any row as near as the last of the nearest is as good: equal rows are not missed.
  const least = all.map(exact).sort((a, b) => b - a)[found.length - 1]! - ROUNDING;
  return found.filter((row) => exact(row) >= least).length / found.length;
}

/** Evenly spaced ones of a list. */
function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, i) => list[Math.floor(i * step)]!,
  );
}

/**
 * Compares what the search by vector finds with what it should find. The cost is bounded: the more
 * rows, the fewer queries.
 * @param queries in concept space, unit length
 * @returns null when there is no query
 */
export async function measureNearestRecall(
  state: IndexState,
  queries: readonly Float32Array[],
): Promise<NearestRecall | null> {
  const affordable = Math.floor(COMPARISONS / state.rowCount);
  const asked = spread(queries, Math.min(MOST_QUERIES, Math.max(FEWEST_QUERIES, affordable)));
  if (asked.length === 0) return null;
  const parts = await Promise.all(state.segments.map((segment) => segment.parts()));
  const { rowTerms } = await state.load();
  const wanted = Math.min(NEIGHBOURS, Math.ceil(state.rowCount / SHARE_OF_ROWS));
  const answers = asked.map((vector) => ask(parts, vector, wanted));
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
