import { K1 } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';
import type { Forward } from './fold-rows.ts';
import { IMPACT_STEPS, MAX_IMPACT } from './format.ts';
import type { Postings } from './posting-lists.ts';

/**
 * Builds the posting lists with BM25F impacts (Robertson, Zaragoza, Taylor 2004): the weighted,
 * length-normalised frequencies of all fields are added up and then saturated. This part of the score
 * does not depend on the query and is stored with eight bits.
 * @param columns the searched columns, in field order
 */
export function invert(
  forward: Forward,
  columns: readonly SchemaColumn[],
  averageLengths: readonly number[],
): Postings {
  const { rows, fields, ends, tokens, terms } = forward;
  const df = new Uint32Array(terms.length);
  const repeated = new Uint32Array(terms.length);
  const frequency = new Float64Array(terms.length);
  const total = new Uint32Array(terms.length);
  // Postings row by row. There are at most as many as tokens.
  const rowStarts = new Uint32Array(rows + 1);
  const postingTerms = new Uint32Array(tokens.length);
  const rowImpacts = new Uint8Array(tokens.length);
  let length = 0;
  for (let r = 0, at = 0; r < rows; r++) {
    const first = length;
    for (let f = 0; f < fields; f++) {
      const end = ends[r * fields + f]!;
      const { weight, b } = columns[f]!;
      const norm = weight / (1 - b + (b * (end - at)) / averageLengths[f]!);
      for (; at < end; at++) {
        const term = tokens[at]!;
        if (total[term]!++ === 0) postingTerms[length++] = term;
        frequency[term]! += norm;
      }
    }
    for (let p = first; p < length; p++) {
      const term = postingTerms[p]!;
      const weighted = frequency[term]!;
      const impact = (weighted * (K1 + 1)) / (weighted + K1);
      rowImpacts[p] = Math.max(1, Math.round((impact / MAX_IMPACT) * IMPACT_STEPS));
      df[term]!++;
      if (total[term]! >= 2) repeated[term]!++;
      frequency[term] = 0;
      total[term] = 0;
    }
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
