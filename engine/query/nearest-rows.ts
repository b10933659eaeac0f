import type { SearchParts } from '../segment/open.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import type { Candidates } from './candidates.ts';
import { type ScoredRow, TopRows } from './top-rows.ts';

/** Cosines below this are rounding of eight-bit vectors, not meaning. */
const LEAST_NEARNESS = 0.02;

/** Rows that are not among the candidates yet. */
export interface AddedRows {
  /** By segment and in order. */
  readonly rows: readonly Uint32Array[];
  /** How many of them have something in common with the query. */
  readonly related: number;
}

/**
 * Rows that are not among the candidates yet: the nearest in concept space or, where nothing is known
 * of the query, the first that pass the filters. Takes candidates out of the rows that pass, and marks
 * rows of segments without filter.
 */
export function nearestRows(
  parts: readonly SearchParts[],
  found: Pick<Candidates, 'rows' | 'starts'>,
  concept: QueryVector | null,
  keeps: readonly (Uint8Array | null)[],
  wanted: number,
): AddedRows {
  const nearest = new TopRows(wanted);
  parts.forEach(({ marks, vectors }, s) => {
    const keep = keeps[s]!;
    const eligible = keep ?? marks.fill(1);
    for (let c = found.starts[s]!; c < found.starts[s + 1]!; c++) eligible[found.rows[c]!] = 0;
    if (!concept) {
      for (let row = 0; keep && row < eligible.length; row++) {
        if (eligible[row] === 1) nearest.push(s, row, 0);
      }
      return;
    }
    // What earlier segments have better is not looked for in this one.
    const { rows, scores } = vectors.nearest(concept, wanted, eligible, nearest.threshold);
    for (let i = 0; i < rows.length; i++) {
      // Without filters a row must have something in common with the query to be found.
      if (keep || scores[i]! > LEAST_NEARNESS) nearest.push(s, rows[i]!, scores[i]!);
    }
  });
  const chosen = parts.map((): number[] => []);
  let related = 0;
  for (const { segment, row, score } of nearest.sorted() satisfies ScoredRow[]) {
    chosen[segment]!.push(row);
    if (score > LEAST_NEARNESS) related++;
  }
  return { rows: chosen.map((rows) => Uint32Array.from(rows).sort()), related };
}
