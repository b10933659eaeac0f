/** Answers of an index that come from its model alone. */
import { type OpenedModel, readModelParts } from '../concept/model.ts';
import { analyzeQuery } from './analyze-query.ts';
import { nearestTerms } from './dictionary.ts';
import { unitsOf } from './query-pages.ts';
import { foldQuery } from './query-vectors.ts';
import type { DictionaryTerm } from './search-index.ts';

/** See `SearchIndex.vector`. */
export async function conceptVector(
  { model, parts }: OpenedModel,
  text: string,
): Promise<number[]> {
  const query = analyzeQuery(text, model.analyzer);
  await model.vocabulary.ensure(query.terms);
  await parts.projection(unitsOf(model, query));
  return Array.from(foldQuery(model, query).concept ?? new Float32Array(model.dimensions));
}

/** See `SearchIndex.rarities`. */
export async function rarities(
  { model }: OpenedModel,
  terms: readonly string[],
): Promise<(number | undefined)[]> {
  // One read of the table is cheaper than a read for each of hundreds of terms.
  await model.vocabulary.all();
  return terms.map((term) => {
    const number = model.vocabulary.find(term);
    return number < 0 ? undefined : Math.max(0, model.idf[number]!);
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
