import { MIN_COSINE } from '../ranking-constants.ts';
import type { SearchParts } from '../segment/open.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import { firstRows, splitBySegment } from '../segment/row-numbers.ts';
import { allRows, joined, type RowSet, rowsIn } from '../segment/row-set.ts';
import { TopK } from '../top-k.ts';

/** Rows to be added to the candidates. */
export interface AddedRows {
  /** Rows of each segment, ascending. */
  readonly rows: readonly Uint32Array[];
  /** How many were found, of which the nearest are added. */
  readonly found: number;
}

/** Where vectors of a segment's rows are. */
export interface SearchedVectors extends Pick<SearchParts, 'facts' | 'vectors'> {
  /** The rows that have a vector; undefined if all do. */
  readonly filled?: RowSet | undefined;
}

/** Which rows of each segment may be added. */
export interface EligibleRows {
  /** Those that pass the filters; undefined without filters. */
  readonly filtered?: readonly RowSet[] | undefined;
  /** Those that are not deleted; undefined if none is. */
  readonly alive?: readonly RowSet[] | undefined;
}

/**
 * Finds rows that are not candidates yet: the nearest in concept space or, if the query has no known term, the first that pass the
 * filters. Codes tell which are nearest, so that an index that is not resident finds and counts the same rows.
 * @param most number of rows that are looked for
 * @param wanted number of rows to be added, the nearest of them
 * @param isExact compares vectors, which must be in memory, instead of codes
 */
export function nearestRows(
  parts: readonly SearchedVectors[],
  found: { readonly rows: Uint32Array; readonly starts: Uint32Array },
  concept: QueryVector | null,
  { filtered: keeps, alive }: EligibleRows,
  most: number,
  wanted: number,
  isExact: boolean,
): AddedRows {
  const nearest = new TopK(most);
  const firsts = firstRows(parts);
  parts.forEach(({ facts, vectors, filled }, s) => {
    const first = firsts[s]!;
    const keep = keeps?.[s];
    const own = found.rows.subarray(found.starts[s], found.starts[s + 1]);
    let eligible = (keep ?? alive?.[s])?.slice() ?? allRows(facts.rowCount);
    for (const row of own) eligible[row >>> 5]! &= ~(1 << (row & 31));
    if (!concept) {
      for (const row of rowsIn(eligible).subarray(0, most)) nearest.push(first + row, 0);
      return;
    }
    if (filled) eligible = joined([eligible, filled], 'and');
    // Without filters, a row must be related to the query.
    const minimum = keep ? -1 : MIN_COSINE;
    const ofSegment = () => {
      if (!isExact) return vectors.nearestByCodes(concept, most, eligible, minimum);
      // Only rows better than those of earlier segments are searched.
      nearest.tighten();
      const best = new TopK(Math.min(most, facts.rowCount), Math.max(minimum, nearest.lowest));
      vectors.collect(concept, best, eligible);
      return best.added();
    };
    const { rows, scores } = ofSegment();
    for (let i = 0; i < rows.length; i++) nearest.push(first + rows[i]!, scores[i]!);
  });
  const { rows } = nearest.ranked();
  const added = rows.slice(0, Math.max(0, wanted)).sort();
  return { rows: splitBySegment(added, firsts), found: rows.length };
}
