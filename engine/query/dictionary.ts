import type { ConceptModel } from '../concept/model.ts';
import { cosineWithRow } from '../concept/quantize.ts';
import { analyzeQuery } from './analyze-query.ts';
import { foldQuery } from './query-vectors.ts';
import type { DictionaryTerm } from './search-index.ts';

/** Dictionary words have at least two characters and begin with a letter. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** Rare terms are often names and misspellings with random vectors. A term of this many rows counts half. */
const HALF_TRUSTED_ROWS = 4;
/** A space with too many dimensions overfits single rows, so a small sample uses only the first ones. */
const ROWS_PER_DIMENSION = 4;
const FEWEST_DIMENSIONS = 16;

/**
 * The terms nearest to a text, by the mean of two cosines: in association space (words that occur near
 * each other) and in concept space (words that occur in the same documents).
 */
export function nearestTerms(model: ConceptModel, text: string, limit: number): DictionaryTerm[] {
  const query = analyzeQuery(text, model.analyzer);
  const { concept, association } = foldQuery(model, query);
  if (!concept || !association) return [];
  const own = new Set(query.terms.map((term) => model.vocabulary.find(term)));
  const found: DictionaryTerm[] = [];
  const { associations, projection, surfaces, idf, sampledRows } = model;
  const usedDimensions = Math.max(FEWEST_DIMENSIONS, Math.floor(sampledRows / ROWS_PER_DIMENSION));
  const associationDimensions = Math.min(usedDimensions, associations.width);
  const conceptDimensions = Math.min(usedDimensions, projection.width);
  for (let term = 0; term < associations.scales.length; term++) {
    const word = surfaces[term]!;
    if (own.has(term) || !WORD.test(word) || model.analyzer.isQueryStop(word)) continue;
    const associationCosine = cosineWithRow(association, associations, term, associationDimensions);
    const conceptCosine = cosineWithRow(concept, projection, term, conceptDimensions);
    const rows = (sampledRows + 1) / Math.exp(idf[term]!);
    const score = (((associationCosine + conceptCosine) / 2) * rows) / (rows + HALF_TRUSTED_ROWS);
    if (score > 0) found.push({ term: word, score });
  }
  return found
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ term, score }) => ({ term, score: Math.round(score * 10_000) / 10_000 }));
}
