/** Answers of an index that come from its model alone. */
import { type ConceptModel, type OpenedModel, readModelParts } from '../concept/model.ts';
import { addRow, normalize } from '../concept/quantize.ts';
import { analyzeText } from '../words/analyze-query.ts';
import { projectConcept, projectQuery, unitsOf } from './query-vectors.ts';
import type { DictionaryTerm, KnownWord } from './search-index.ts';
import { termCosines, trustedDimensions } from './term-cosines.ts';

/** See `SearchIndex.vector`. */
export async function conceptVector(
  { model, parts }: OpenedModel,
  text: string,
): Promise<number[]> {
  const query = analyzeText(text, model.analyzer);
  await model.vocabulary.ensure(query.terms);
  await parts.projection(unitsOf(model, query).map(({ unit }) => unit));
  return Array.from(projectConcept(model, query) ?? new Float32Array(model.dimensions));
}

/** Sampled rows that have a term of a model. */
const sampledRowsOf = ({ sampledRows, idf }: ConceptModel, term: number) =>
  (sampledRows + 1) / Math.exp(idf[term]!);

/** The words of a few rows occur near each other by chance: the cosine of two terms of this many rows each counts half. */
const HALF_TRUSTED_ROWS = 20;

/** See `SearchIndex.words`. */
export async function knownWords(
  { model, parts }: OpenedModel,
  terms: readonly string[],
): Promise<(KnownWord | undefined)[]> {
  // One read of a table is cheaper than a read for each of hundreds of terms.
  await Promise.all([model.vocabulary.all(), parts.associations()]);
  const { vocabulary, idf, associations } = model;
  const dimensions = trustedDimensions(associations, model.sampledRows);
  return terms.map((term) => {
    const number = vocabulary.find(term);
    if (number < 0) return undefined;
    const vector = new Float32Array(associations.width);
    if (number < associations.scales.length) addRow(vector, associations, number, 1);
    const rows = sampledRowsOf(model, number);
    const trust = Math.sqrt(rows / (rows + HALF_TRUSTED_ROWS));
    return {
      rarity: Math.max(0, idf[number]!),
      vector: normalize(vector.subarray(0, dimensions)).map((value) => value * trust),
    };
  });
}

/** Dictionary words have at least two characters and begin with a letter. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** Rare terms are often names and misspellings with random vectors. A term of this many rows counts half. */
const HALF_LISTED_ROWS = 4;

/**
 * See `SearchIndex.dictionary`: nearest by the mean of two cosines, in association space (words that occur near each other) and in
 * concept space (words that occur in the same documents).
 */
export async function dictionary(
  opened: OpenedModel,
  text: string,
  limit: number,
): Promise<DictionaryTerm[]> {
  await readModelParts(opened);
  const { model } = opened;
  const query = analyzeText(text, model.analyzer);
  const cosineOf = termCosines(model, projectQuery(model, query));
  if (!cosineOf) return [];
  const own = new Set(query.terms.map((term) => model.vocabulary.find(term)));
  const found: DictionaryTerm[] = [];
  for (let term = 0; term < model.associations.scales.length; term++) {
    const word = model.surfaces[term]!;
    if (own.has(term) || !WORD.test(word) || model.analyzer.isQueryStop(word)) continue;
    const rows = sampledRowsOf(model, term);
    const score = (cosineOf(term) * rows) / (rows + HALF_LISTED_ROWS);
    if (score > 0) found.push({ term: word, score });
  }
  return found
    .sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
    .map(({ term, score }) => ({ term, score: Math.round(score * 10_000) / 10_000 }));
}
