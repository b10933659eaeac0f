import { gram, solveSpd } from './linear-algebra.ts';
import { normalizeRows, type QuantizedRows } from './quantize.ts';
import { RowEncoder } from './row-encoder.ts';
import { rowSpan } from './term-rows.ts';
import type { Vocabulary } from './vocabulary.ts';

const HALF_DOCUMENTS = 4_000;
const MIN_HALVED_TOKENS = 8;

/**
 * The half-document map: a linear map that predicts the concept vector of one half of a document
 * from the other half, M = (Σ + (trΣ/k)·I)⁻¹ Γ, learned without labels. A query resembles a small part
 * of the documents it should find, so queries are mapped by M before they are compared with documents.
 * @param first concept vectors of first halves, row-major `count × k`
 * @param second concept vectors of second halves, row-major `count × k`
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
  // FᵀF + SᵀS and FᵀS + SᵀF follow from two symmetric products, which take half the time of three.
  const gramOf = (sign: number) => {
    const combined = new Float32Array(first.length);
    for (let i = 0; i < first.length; i++) combined[i] = first[i]! + sign * second[i]!;
    return gram(combined, count, k);
  };
  const [sums, differences] = [gramOf(1), gramOf(-1)];
  const moment = sums.map((x, i) => (x + differences[i]!) / (4 * count));
  const cross = sums.map((x, i) => (x - differences[i]!) / (4 * count));
  let trace = 0;
  for (let i = 0; i < k; i++) trace += moment[i * k + i]!;
  for (let i = 0; i < k; i++) moment[i * k + i]! += trace / k + 1e-12;
  map.set(solveSpd(moment, k, cross, k));
  return map;
}

/** Collects unit vectors of first and second halves, which arrive alternately. */
class HalfVectors {
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly #width: number;
  #count = 0;

  constructor(documents: number, width: number) {
    this.first = new Float32Array(documents * width);
    this.second = new Float32Array(documents * width);
    this.#width = width;
  }

  add(vectors: Float32Array, count: number): void {
    const width = this.#width;
    for (let i = 0; i < count; i++, this.#count++) {
      const to = this.#count % 2 === 0 ? this.first : this.second;
      to.set(vectors.subarray(i * width, (i + 1) * width), (this.#count >> 1) * width);
    }
  }
}

/** Documents long enough to be halved, evenly spaced over the sample. */
function chooseDocuments(vocabulary: Vocabulary, heldOut: readonly number[]): number[] {
  const hidden = new Set(heldOut);
  const step = Math.max(1, Math.floor(vocabulary.rows / HALF_DOCUMENTS));
  const chosen: number[] = [];
  for (let r = 0; r < vocabulary.rows && chosen.length < HALF_DOCUMENTS; r += step) {
    const [start, end] = rowSpan(vocabulary, r);
    // Held-out documents are excluded: training may see only one of their halves.
    if (end - start >= MIN_HALVED_TOKENS && !hidden.has(r)) chosen.push(r);
  }
  return chosen;
}

/**
 * Learns the half-document maps of both spaces from documents cut in the middle. The halves stand for
 * queries, so they are texts without fields. Other threads would take longer to start than they would save.
 */
export function learnHalfMaps(
  vocabulary: Vocabulary,
  heldOut: readonly number[],
  projection: QuantizedRows,
  associations: QuantizedRows,
) {
  const documents = chooseDocuments(vocabulary, heldOut);
  const concept = new HalfVectors(documents.length, projection.width);
  const associated = new HalfVectors(documents.length, associations.width);
  const encoder = new RowEncoder({ ...vocabulary, projection, associations }, [], 1, {
    concepts: (vectors, count) => concept.add(vectors, count),
    associations: (sums, count) => {
      normalizeRows(sums, associations.width);
      associated.add(sums, count);
    },
  });
  for (const r of documents) {
    const [start, end] = rowSpan(vocabulary, r);
    const middle = start + ((end - start) >> 1);
    encoder.addText(vocabulary.tokens, start, middle);
    encoder.addText(vocabulary.tokens, middle, end);
  }
  encoder.finish();
  const learn = ({ first, second }: HalfVectors, width: number) =>
    halfDocumentMap(first, second, documents.length, width);
  return {
    halfMap: learn(concept, projection.width),
    associationMap: learn(associated, associations.width),
  };
}
