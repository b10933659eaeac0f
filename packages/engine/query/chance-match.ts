import { CHANCE_SHARE, LITTLE_SHARE } from '../ranking-constants.ts';
import { forEachToken } from '../segment/forward-rows.ts';
import type { ResolvedTerm } from '../words/terms.ts';
import type { RowTerms } from './row-terms.ts';
import type { AbsoluteScore } from './shown-scores.ts';

/**
 * Whether a row has so little of a query that it may have it by chance: the index lacks a word of the query, the row covers
 * little of the others and is not near in meaning, and the words that it has are so common that `CHANCE_SHARE` of all rows
 * would have all of them, were words independent.
 */
export function matchesByChance(
  rowTerms: RowTerms,
  terms: readonly ResolvedTerm[],
  rowCount: number,
  { segment, row }: { readonly segment: number; readonly row: number },
  { lexical, concept }: AbsoluteScore,
): boolean {
  if (!terms.some(({ df }) => df === 0)) return false;
  if (lexical >= LITTLE_SHARE || concept >= LITTLE_SHARE) return false;
  const held = new Set<number>();
  forEachToken(rowTerms.forward(segment), row, (term) => held.add(term));
  const shares = terms
    .filter(({ numbers }) => numbers[segment]! >= 0 && held.has(numbers[segment]!))
    .map(({ df }) => df / rowCount);
  return shares.reduce((product, share) => product * share, 1) >= CHANCE_SHARE;
}
