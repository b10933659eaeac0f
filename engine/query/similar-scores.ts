import { K1 } from '../ranking-constants.ts';
import { IMPACT_STEPS, MAX_IMPACT } from '../segment/format.ts';
import type { SearchParts } from '../segment/open.ts';
import { forEachPosting, impactOf } from '../segment/posting-lists.ts';
import type { Candidates, ResolvedTerm } from './candidates.ts';
import type { SimilarTerms } from './similar-words.ts';

/** Weighted frequency of a term in a row by its quantised impact: the inverse of `RowImpacts.impact`. */
export const frequencyOf = (step: number): number => (K1 * step) / (IMPACT_STEPS + 0.5 - step);

/**
 * What similar words add to the impact of a query's word in a row. They count before saturation: a row that has the
 * query's word gains little by them.
 * @param step quantised impact of the query's word
 * @param frequency sum of the similar words' frequencies, each times its worth
 */
export function addedImpact(step: number, frequency: number): number {
  const own = frequencyOf(step);
  const impactOf = (sum: number) => (MAX_IMPACT * sum) / (sum + K1);
  return impactOf(own + frequency) - impactOf(own);
}

/** BM25F scores of candidates with similar words. The posting lists of all words must be in memory. */
export function withSimilarWords(
  parts: readonly SearchParts[],
  terms: readonly ResolvedTerm[],
  similar: readonly SimilarTerms[],
  found: Candidates,
): Float64Array {
  const scores = found.lexical.slice();
  const frequencies = new Float64Array(found.count);
  parts.forEach(({ facts, lexicon, postings: { lists } }, s) => {
    // Places of the segment's candidates, from 1.
    const places = new Uint16Array(facts.rowCount);
    for (let c = found.starts[s]!; c < found.starts[s + 1]!; c++) places[found.rows[c]!] = c + 1;
    similar.forEach(({ words, weight }, i) => {
      const touched: number[] = [];
      for (const { term, worth } of words) {
        const number = lexicon.terms.find(term);
        if (number < 0) continue;
        forEachPosting(lists, number, (row, step) => {
          const place = places[row]! - 1;
          if (place < 0) return;
          if (frequencies[place] === 0) touched.push(place);
          frequencies[place]! += worth * frequencyOf(step);
        });
      }
      const own = terms[i]!.numbers[s]!;
      for (const place of touched) {
        const step = own < 0 ? 0 : impactOf(lists, own, found.rows[place]!);
        scores[place]! += weight * addedImpact(step, frequencies[place]!);
        frequencies[place] = 0;
      }
    });
  });
  return scores;
}
