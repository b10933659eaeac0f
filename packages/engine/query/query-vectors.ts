import type { ConceptModel } from '../concept/model.ts';
import { findPair } from '../concept/pairs.ts';
import { addRow, normalize } from '../concept/quantize.ts';
import type { QueryVector } from '../segment/query-vector.ts';
import type { AnalyzedQuery } from '../words/analyze-query.ts';
import type { OwnQuery } from './own-scores.ts';

/** A query in both spaces of a model: unit vectors, or null if no term is known. */
export interface ProjectedQuery {
  readonly concept: Float32Array | null;
  readonly association: Float32Array | null;
}

/** The vectors of a query, ready for comparison with rows. */
export interface QueryVectors {
  /** In concept space. */
  readonly concept: QueryVector | null;
  /** In concept space, mapped by the half-document map. */
  readonly mapped: QueryVector | null;
  /** In association space. */
  readonly association: Float32Array | null;
  /** In association space, mapped by its half-document map. */
  readonly mappedAssociation: Float32Array | null;
  /** See `meaningShare`. */
  readonly share: number;
  /** That of the request, for the dataset's own vectors. */
  readonly own?: OwnQuery | undefined;
}

const known = (vector: Float32Array) => (vector.some((x) => x !== 0) ? normalize(vector) : null);

/** A unit of concept space in a query, and its weight without its idf. */
interface QueryUnit {
  readonly unit: number;
  readonly weight: number;
}

/** The units of concept space in a query: its terms and pairs that the model knows. */
export function unitsOf(
  model: ConceptModel,
  { terms, weights, pairs, meaning = weights }: AnalyzedQuery,
): QueryUnit[] {
  const numbers = terms.map((term) => model.vocabulary.find(term));
  const units = numbers.map((unit, i) => ({ unit, weight: meaning[i]! }));
  for (const [a, b] of pairs) {
    const [first, second] = [numbers[a]!, numbers[b]!];
    const pair = first < 0 || second < 0 ? -1 : findPair(model.pairs, first, second);
    if (pair < 0) continue;
    units.push({
      unit: model.vocabulary.size + pair,
      weight: Math.min(meaning[a]!, meaning[b]!, 1),
    });
  }
  return units.filter(({ unit }) => unit >= 0);
}

/** Projects a query into concept space. */
export function projectConcept(model: ConceptModel, query: AnalyzedQuery): Float32Array | null {
  const vector = new Float32Array(model.dimensions);
  for (const { unit, weight } of unitsOf(model, query)) {
    addRow(vector, model.projection, unit, weight * model.idf[unit]!);
  }
  return known(vector);
}

/** Projects a query into association space. */
export function projectAssociation(
  { vocabulary, associations, idf, associationDimensions }: ConceptModel,
  { terms, weights, meaning = weights }: AnalyzedQuery,
): Float32Array | null {
  const vector = new Float32Array(associationDimensions);
  terms.forEach((term, i) => {
    const number = vocabulary.find(term);
    if (number < 0 || number >= associations.scales.length) return;
    addRow(vector, associations, number, meaning[i]! * idf[number]!);
  });
  return known(vector);
}

/** Projects a query into both spaces. */
export const projectQuery = (model: ConceptModel, query: AnalyzedQuery): ProjectedQuery => ({
  concept: projectConcept(model, query),
  association: projectAssociation(model, query),
});
