import type { SegmentFacts } from './format.ts';

/** Number of the first row of each segment, numbered over all segments, and the number of all rows. */
export function firstRows(parts: readonly { readonly facts: SegmentFacts }[]): Uint32Array {
  const firsts = new Uint32Array(parts.length + 1);
  parts.forEach(({ facts }, s) => {
    firsts[s + 1] = firsts[s]! + facts.rowCount;
  });
  return firsts;
}

/** Segment and row of a row that is numbered over all segments. */
export function locate(firsts: Uint32Array, number: number): { segment: number; row: number } {
  let segment = firsts.length - 2;
  while (firsts[segment]! > number) segment--;
  return { segment, row: number - firsts[segment]! };
}

/** Divides ascending row numbers by segment, each numbered from its segment's first row. */
export function splitBySegment(rows: Uint32Array, firsts: Uint32Array): Uint32Array[] {
  let at = 0;
  return Array.from(firsts.subarray(1), (end, s) => {
    const from = at;
    while (at < rows.length && rows[at]! < end) at++;
    const own = rows.slice(from, at);
    for (let i = 0; i < own.length; i++) own[i]! -= firsts[s]!;
    return own;
  });
}
