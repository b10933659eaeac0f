import { type ConceptModel, foldIn } from '../concept/model.ts';
import { searchedColumns } from '../concept/sample.ts';
import type { NearestRecall } from '../manifest.ts';
import type { IndexState } from '../query/candidates.ts';
import { forEachToken } from '../query/row-scan.ts';
import { TopRows } from '../query/top-rows.ts';
import { TITLE_COUNT } from '../segment/fold-rows.ts';
import { NO_TERM } from '../segment/format.ts';
import type { ForwardRows } from '../segment/open.ts';

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
async function nearestStored(state: IndexState, vector: Float32Array, wanted: number) {
  const best = new TopRows(wanted);
  for (const [s, segment] of state.segments.entries()) {
    const scan = await segment.vectorScan(state.model.dimensions);
    scan.scores(vector).forEach((score, row) => {
      if (score >= best.threshold) best.push(s, row, score);
    });
  }
  return best.sorted();
}

/** Share of the nearest rows in full precision that the search by stored vectors finds. */
async function recallOf(state: IndexState, vector: Float32Array): Promise<number> {
  const stored = await nearestStored(state, vector, SHORTLIST);
  const forwards = await Promise.all(state.segments.map((segment) => segment.forward()));
  const exact = stored.map(({ segment, row }) => {
    const own = rowVector(state.model, forwards[segment]!, row);
    return own.reduce((sum, x, j) => sum + x * vector[j]!, 0);
  });
  const wanted = Math.min(NEIGHBOURS, exact.length);
  // Any row as near as the last of the nearest is as good: equal rows are not missed.
  const least = exact.toSorted((a, b) => b - a)[wanted - 1]! - ROUNDING;
  return exact.slice(0, wanted).filter((score) => score >= least).length / wanted;
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
  const recalls: number[] = [];
  for (const vector of asked) recalls.push(await recallOf(state, vector));
  const recall = recalls.reduce((sum, x) => sum + x, 0) / recalls.length;
  const squares = recalls.reduce((sum, x) => sum + (x - recall) ** 2, 0);
  const error = Math.sqrt(squares / Math.max(1, recalls.length - 1) / recalls.length);
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  return { queries: recalls.length, recall: rounded(recall), margin: rounded(1.96 * error) };
}
