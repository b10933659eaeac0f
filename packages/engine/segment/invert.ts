import type { SchemaColumn } from '../schema.ts';
import { IMPACT_STEPS, MAX_IMPACT } from './format.ts';
import type { Postings } from './posting-lists.ts';
import type { Forward } from './project-rows.ts';
import { RowImpacts } from './row-impacts.ts';

/**
 * Builds the posting lists. Impacts are stored with eight bits.
 * @param columns the searched columns, in field order
 */
export function invert(
  forward: Forward,
  columns: readonly SchemaColumn[],
  averageLengths: readonly number[],
): Postings {
  const { rows, tokens, terms } = forward;
  const df = new Uint32Array(terms.length);
  const repeated = new Uint32Array(terms.length);
  const row = new RowImpacts(columns, averageLengths, terms.length);
  // Postings row by row. There are at most as many as tokens.
  const rowStarts = new Uint32Array(rows + 1);
  const postingTerms = new Uint32Array(tokens.length);
  const rowImpacts = new Uint8Array(tokens.length);
  let length = 0;
  for (let r = 0; r < rows; r++) {
    row.addRow(forward, r);
    for (let i = 0; i < row.size; i++) {
      const term = row.terms[i]!;
      postingTerms[length] = term;
      rowImpacts[length++] = Math.max(
        1,
        Math.round((row.impact(term) / MAX_IMPACT) * IMPACT_STEPS),
      );
      df[term]!++;
      if (row.isRepeated(term)) repeated[term]!++;
    }
    row.clear();
    rowStarts[r + 1] = length;
  }
  const starts = new Uint32Array(terms.length + 1);
  for (let t = 0; t < terms.length; t++) starts[t + 1] = starts[t]! + df[t]!;
  const fill = starts.slice();
  const postingRows = new Uint32Array(length);
  const impacts = new Uint8Array(length);
  for (let r = 0, p = 0; r < rows; r++) {
    for (const end = rowStarts[r + 1]!; p < end; p++) {
      const to = fill[postingTerms[p]!]!++;
      postingRows[to] = r;
      impacts[to] = rowImpacts[p]!;
    }
  }
  return { df, repeated, starts, rows: postingRows, impacts };
}
