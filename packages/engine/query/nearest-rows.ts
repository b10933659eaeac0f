import { MIN_COSINE } from '../ranking-constants.ts';
import type { SearchParts } from '../segment/open.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { TopK } from '../top-k.ts';
import { firstRows, splitBySegment } from './row-numbers.ts';

/** Rows to be added to the candidates. */
export interface AddedRows {
  /** Rows of each segment, ascending. */
  readonly rows: readonly Uint32Array[];
  /** How many of the nearest `most` rows are related to the query. */
  readonly related: number;
}

/**
 * Finds rows that are not candidates yet: the nearest in concept space or, if the query has no known
 * term, the first that pass the filters. Overwrites `keeps` and the segments' marks: it clears the
 * candidates there.
 * @param most number of rows that are looked for
 * @param wanted number of rows to be added, the nearest of them
 * @param byCodes compares the codes of rows instead of their vectors
 */
export function nearestRows(
  parts: readonly SearchParts[],
  found: { readonly rows: Uint32Array; readonly starts: Uint32Array },
  concept: QueryVector | null,
  keeps: readonly (Uint8Array | null)[],
  most: number,
  wanted: number,
  byCodes: boolean,
): AddedRows {
  const nearest = new TopK(most);
  const firsts = firstRows(parts);
  parts.forEach(({ marks, vectors }, s) => {
    const first = firsts[s]!;
    const keep = keeps[s]!;
    const eligible = keep ?? marks.fill(1);
    for (let c = found.starts[s]!; c < found.starts[s + 1]!; c++) eligible[found.rows[c]!] = 0;
    if (!concept) {
      for (let row = 0; keep && row < eligible.length; row++) {
        if (eligible[row] === 1) nearest.push(first + row, 0);
      }
      return;
    }
    if (byCodes) {
      // Without filters, a row must be related to the query.
      const least = keep ? -1 : MIN_COSINE;
      const { rows, scores } = vectors.nearestByCodes(concept, most, eligible, least);
      for (let i = 0; i < rows.length; i++) nearest.push(first + rows[i]!, scores[i]!);
      return;
    }
    // Only rows better than those of earlier segments are searched.
    nearest.tighten();
    const own = new TopK(most, nearest.least);
    vectors.collect(concept, own, eligible);
    const { rows, scores } = own.added();
    for (let i = 0; i < rows.length; i++) {
      // Without filters, a row must be related to the query.
      if (keep || scores[i]! > MIN_COSINE) nearest.push(first + rows[i]!, scores[i]!);
    }
  });
  const { rows, scores } = nearest.ranked();
  const added = rows.slice(0, Math.max(0, wanted));
  const related = scores.filter((score) => score > MIN_COSINE).length;
  return { rows: splitBySegment(added.sort(), firsts), related };
}
