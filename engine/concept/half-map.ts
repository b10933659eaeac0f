import { crossGram, solveSpd } from './linear-algebra.ts';

/**
 * The half-document map: a linear map that predicts the concept vector of one half of a document
 * from the other half, M = (Σ + (trΣ/k)·I)⁻¹ Γ, learned without labels. A query is a small part of
 * what its author wants to read, so queries are seen through M before they meet documents.
 * @param first concept vectors of first halves, row-major `count × k`
 * @param second of second halves
 * @returns M, row-major k × k: the mapped query is qᵀM
 */
export function halfDocumentMap(
  first: Float32Array,
  second: Float32Array,
  count: number,
  k: number,
): Float32Array {
  const map = new Float32Array(k * k);
  if (count === 0) {
    for (let i = 0; i < k; i++) map[i * k + i] = 1;
    return map;
  }
  const moment = crossGram(first, first, count, k);
  const other = crossGram(second, second, count, k);
  const forth = crossGram(first, second, count, k);
  const back = crossGram(second, first, count, k);
  let trace = 0;
  for (let i = 0; i < k * k; i++) {
    moment[i] = (moment[i]! + other[i]!) / (2 * count);
    forth[i] = (forth[i]! + back[i]!) / (2 * count);
  }
  for (let i = 0; i < k; i++) trace += moment[i * k + i]!;
  for (let i = 0; i < k; i++) moment[i * k + i]! += trace / k + 1e-12;
  map.set(solveSpd(moment, k, forth, k));
  return map;
}
