import { type ConceptModel, foldIn } from '../concept/model.ts';
import { searchedColumns } from '../concept/sample.ts';
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
/** Rows compared exactly for each wanted one: eight bits misplace a row by far fewer places. */
const SHORTLIST = 2 * NEIGHBOURS;
/** Differences that come from the order of additions. */
const ROUNDING = 1e-6;
const MOST_QUERIES = 32;
const FEWEST_QUERIES = 16;
/** Comparisons of rows with queries that a build of any size can afford: well below a second. */
const COMPARISONS = 20_000_000;

/** The concept vector of a row as it was before it was stored in fewer bits. */
function rowVector(model: ConceptModel, forward: ForwardRows, row: number): Float32Array {
  const columns = searchedColumns(model.schema);
  const counts = new Map<number, number>();
  let field = 0;
  forEachToken(forward, row, (term) => {
    if (term < 0) return void field++;
    const number = forward.modelTerms[term]!;
    if (number === NO_TERM) return;
    const count = columns[field]!.kind === 'title' ? TITLE_COUNT : 1;
    counts.set(number, (counts.get(number) ?? 0) + count);
  });
  return foldIn(
    model,
    Array.from(counts, ([term, count]): [number, number] => [term, 1 + Math.log(count)]),
  );
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

/** Share of the nearest rows in full precision that the search by stored vectors finds. */
function recallOf(
  model: ConceptModel,
  parts: readonly SearchParts[],
  forwardOf: (segment: number) => ForwardRows,
  vector: Float32Array,
): number {
  const query = rotateQuery(vector);
  const exact = ({ segment, row }: { segment: number; row: number }) => {
    const own = rowVector(model, forwardOf(segment), row);
    return own.reduce((sum, x, j) => sum + x * vector[j]!, 0);
  };
  const all = nearestStored(parts, (vectors, n) => vectors.nearestOfAll(query, n), SHORTLIST);
  const found = nearestStored(parts, (vectors, n) => vectors.nearest(query, n, null), NEIGHBOURS);
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
  const forwardOf = (segment: number) => rowTerms.forward(segment);
  const recalls = asked.map((vector) => recallOf(state.model, parts, forwardOf, vector));
  const recall = recalls.reduce((sum, x) => sum + x, 0) / recalls.length;
  const squares = recalls.reduce((sum, x) => sum + (x - recall) ** 2, 0);
  const error = Math.sqrt(squares / Math.max(1, recalls.length - 1) / recalls.length);
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return { queries: recalls.length, recall: rounded(recall), margin: rounded(1.96 * error) };
}
