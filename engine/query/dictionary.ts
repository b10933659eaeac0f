import type { ConceptModel } from '../concept/model.ts';
import { dotRow } from '../concept/quantize.ts';
import { analyzeQuery } from './analyze-query.ts';
import { foldQuery } from './query-vectors.ts';
import type { DictionaryTerm } from './search-index.ts';

/** Numbers and single letters are no dictionary words. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** In a corpus of some size, terms of fewer rows are names and slips; their vectors are chance. */
const FEWEST_ROWS = 5;
const SOME_SIZE = 1_000;

/**
 * The terms nearest to a text: the mean of the cosines in association space (words used side by
 * side) and concept space (words of the same documents).
 */
export function nearestTerms(model: ConceptModel, text: string, limit: number): DictionaryTerm[] {
  const query = analyzeQuery(text, model.analyzer);
  const vectors = foldQuery(model, query);
  if (!vectors.concept || !vectors.association) return [];
  const own = new Set(query.terms.map((term) => model.vocabulary.find(term)));
  const found: DictionaryTerm[] = [];
  const { associations, projection, surfaces, idf, sampledRows } = model;
  const rarest = Math.log((sampledRows + 1) / (sampledRows >= SOME_SIZE ? FEWEST_ROWS : 1)) + 1e-6;
  for (let term = 0; term < associations.scales.length; term++) {
    if (own.has(term) || idf[term]! > rarest || !WORD.test(surfaces[term]!)) continue;
    const beside = dotRow(vectors.association, associations, term) / lengthOf(associations, term);
    const together = dotRow(vectors.concept, projection, term) / lengthOf(projection, term);
    const score = (beside + together) / 2;
    if (score > 0) found.push({ term: surfaces[term]!, score });
  }
  return found
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ term, score }) => ({ term, score: Math.round(score * 10_000) / 10_000 }));
}

function lengthOf(rows: ConceptModel['projection'], row: number): number {
  let sum = 0;
  for (let j = row * rows.width; j < (row + 1) * rows.width; j++) sum += rows.values[j]! ** 2;
  return sum > 0 ? Math.sqrt(sum) * rows.scales[row]! : Number.POSITIVE_INFINITY;
}
