import type { ConceptModel } from '../concept/model.ts';
import { addRow, normalize } from '../concept/quantize.ts';
import type { AnalyzedQuery } from './analyze-query.ts';

/** A query in the vector spaces; unit length, or null when no term is known. */
export interface QueryVectors {
  /** In concept space. */
  readonly concept: Float32Array | null;
  /** In concept space, seen through the half-document map. */
  readonly mapped: Float32Array | null;
  /** In association space. */
  readonly association: Float32Array | null;
  /** In association space, seen through its half-document map. */
  readonly mappedAssociation: Float32Array | null;
}

const known = (vector: Float32Array) => (vector.some((x) => x !== 0) ? normalize(vector) : null);

/** Row vector times square row-major matrix. */
function multiply(vector: Float32Array, matrix: Float32Array): Float32Array {
  const k = vector.length;
  const out = new Float32Array(k);
  for (let i = 0; i < k; i++) {
    const x = vector[i]!;
    for (let j = 0; j < k; j++) out[j]! += x * matrix[i * k + j]!;
  }
  return out;
}

/** Folds a query into concept and association space. */
export function queryVectors(model: ConceptModel, query: AnalyzedQuery): QueryVectors {
  const concept = new Float32Array(model.dimensions);
  const association = new Float32Array(model.associationDimensions);
  query.terms.forEach((term, i) => {
    const number = model.vocabulary.find(term);
    if (number < 0) return;
    const weight = query.weights[i]! * model.idf[number]!;
    addRow(concept, model.projection, number, weight);
    if (number < model.associations.scales.length) {
      addRow(association, model.associations, number, weight);
    }
  });
  const seen = known(concept);
  const beside = known(association);
  return {
    concept: seen,
    mapped: seen && known(multiply(seen, model.halfMap)),
    association: beside,
    mappedAssociation: beside && known(multiply(beside, model.associationMap)),
  };
}
