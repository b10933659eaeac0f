import type { SearchParts } from '../segment/open.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { type ScoredRow, TopRows } from './top-rows.ts';

/** Smaller cosines are quantisation noise of 8-bit vectors. */
const MIN_COSINE = 0.02;

/** Rows to be added to the candidates. */
export interface AddedRows {
  /** Rows of each segment, ascending. */
  readonly rows: readonly Uint32Array[];
  /** How many of them are related to the query. */
  readonly related: number;
}

/**
 * Finds rows that are not candidates yet: the nearest in concept space or, if the query has no known
 * term, the first that pass the filters. Overwrites `keeps` and the segments' marks: it clears the
 * candidates there.
 * @param byCodes compares the codes of rows instead of their vectors
 */
export function nearestRows(
  parts: readonly SearchParts[],
  found: { readonly rows: Uint32Array; readonly starts: Uint32Array },
  concept: QueryVector | null,
  keeps: readonly (Uint8Array | null)[],
  wanted: number,
  byCodes: boolean,
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
    if (byCodes) {
      // Without filters, a row must be related to the query.
      const least = keep ? -1 : MIN_COSINE;
      const { rows, scores } = vectors.nearestByCodes(concept, wanted, eligible, least);
      for (let i = 0; i < rows.length; i++) nearest.push(s, rows[i]!, scores[i]!);
      return;
    }
    // Only rows better than those of earlier segments are searched.
    const { rows, scores } = vectors.nearest(concept, wanted, eligible, nearest.threshold);
    for (let i = 0; i < rows.length; i++) {
      // Without filters, a row must be related to the query.
      if (keep || scores[i]! > MIN_COSINE) nearest.push(s, rows[i]!, scores[i]!);
    }
  });
  const chosen = parts.map((): number[] => []);
  let related = 0;
  for (const { segment, row, score } of nearest.sorted() satisfies ScoredRow[]) {
    chosen[segment]!.push(row);
    if (score > MIN_COSINE) related++;
  }
  return { rows: chosen.map((rows) => Uint32Array.from(rows).sort()), related };
}
