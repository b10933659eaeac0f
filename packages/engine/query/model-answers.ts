/** Answers of an index that come from its model alone. */
import { type OpenedModel, readModelParts } from '../concept/model.ts';
import { addRow, normalize } from '../concept/quantize.ts';
import { analyzeText } from './analyze-query.ts';
import { nearestTerms } from './dictionary.ts';
import { projectConcept, unitsOf } from './query-vectors.ts';
import type { DictionaryTerm, KnownWord } from './search-index.ts';
import { trustedDimensions } from './term-cosines.ts';

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
    const rows = (model.sampledRows + 1) / Math.exp(idf[number]!);
    const trust = Math.sqrt(rows / (rows + HALF_TRUSTED_ROWS));
    return {
      rarity: Math.max(0, idf[number]!),
      vector: normalize(vector.subarray(0, dimensions)).map((value) => value * trust),
    };
  });
}

/** See `SearchIndex.dictionary`. */
export async function dictionary(
  opened: OpenedModel,
  text: string,
  limit: number,
): Promise<DictionaryTerm[]> {
  await readModelParts(opened);
  return nearestTerms(opened.model, text, limit);
}
