import type { ConceptModel } from '../concept/model.ts';
import { analyzeText } from './analyze-query.ts';
import { projectQuery } from './query-vectors.ts';
import type { DictionaryTerm } from './search-index.ts';
import { termCosines } from './term-cosines.ts';

/** Dictionary words have at least two characters and begin with a letter. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** Rare terms are often names and misspellings with random vectors. A term of this many rows counts half. */
const HALF_TRUSTED_ROWS = 4;
/**
 * The terms nearest to a text, by the mean of two cosines: in association space (words that occur near
 * each other) and in concept space (words that occur in the same documents).
 */
export function nearestTerms(model: ConceptModel, text: string, limit: number): DictionaryTerm[] {
  const query = analyzeText(text, model.analyzer);
  const cosineOf = termCosines(model, projectQuery(model, query));
  if (!cosineOf) return [];
  const own = new Set(query.terms.map((term) => model.vocabulary.find(term)));
  const found: DictionaryTerm[] = [];
  const { associations, surfaces, idf, sampledRows } = model;
  for (let term = 0; term < associations.scales.length; term++) {
    const word = surfaces[term]!;
    if (own.has(term) || !WORD.test(word) || model.analyzer.isQueryStop(word)) continue;
    const rows = (sampledRows + 1) / Math.exp(idf[term]!);
    const score = (cosineOf(term) * rows) / (rows + HALF_TRUSTED_ROWS);
    if (score > 0) found.push({ term: word, score });
  }
  return found
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ term, score }) => ({ term, score: Math.round(score * 10_000) / 10_000 }));
}
