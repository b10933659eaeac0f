import type { ConceptModel } from '../concept/model.ts';
import type { QuantizedRows } from '../concept/quantize.ts';
import { analyzeQuery } from './analyze-query.ts';
import { foldQuery } from './query-vectors.ts';
import type { DictionaryTerm } from './search-index.ts';

/** Numbers and single letters are no dictionary words. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** Terms of few rows are names and slips, their vectors chance: a term of this many rows counts half. */
const HALF_TRUSTED_ROWS = 4;
/** A space of as many dimensions as rows knows every row by heart; its first few tell what rows share. */
const ROWS_PER_DIMENSION = 4;
const FEWEST_DIMENSIONS = 16;

/** Cosine of a vector and a row in the first dimensions of a space. */
function cosine(vector: Float32Array, rows: QuantizedRows, row: number, dimensions: number) {
  const base = row * rows.width;
  let inner = 0;
  let own = 0;
  let other = 0;
  for (let j = 0; j < dimensions; j++) {
    const x = rows.values[base + j]!;
    inner += x * vector[j]!;
    own += x * x;
    other += vector[j]! ** 2;
  }
  return own > 0 && other > 0 ? inner / Math.sqrt(own * other) : 0;
}

/**
 * The terms nearest to a text: the mean of the cosines in association space (words used side by
 * side) and concept space (words of the same documents).
 */
export function nearestTerms(model: ConceptModel, text: string, limit: number): DictionaryTerm[] {
  const query = analyzeQuery(text, model.analyzer);
  const { concept, association } = foldQuery(model, query);
  if (!concept || !association) return [];
  const own = new Set(query.terms.map((term) => model.vocabulary.find(term)));
  const found: DictionaryTerm[] = [];
  const { associations, projection, surfaces, idf, sampledRows } = model;
  const telling = Math.max(FEWEST_DIMENSIONS, Math.floor(sampledRows / ROWS_PER_DIMENSION));
  const besideDimensions = Math.min(telling, associations.width);
  const togetherDimensions = Math.min(telling, projection.width);
  for (let term = 0; term < associations.scales.length; term++) {
    const word = surfaces[term]!;
    if (own.has(term) || !WORD.test(word) || model.analyzer.isQueryStop(word)) continue;
    const beside = cosine(association, associations, term, besideDimensions);
    const together = cosine(concept, projection, term, togetherDimensions);
    const rows = (sampledRows + 1) / Math.exp(idf[term]!);
    const score = (((beside + together) / 2) * rows) / (rows + HALF_TRUSTED_ROWS);
    if (score > 0) found.push({ term: word, score });
  }
  return found
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ term, score }) => ({ term, score: Math.round(score * 10_000) / 10_000 }));
}
