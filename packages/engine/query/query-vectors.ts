import type { ConceptModel } from '../concept/model.ts';
import { findPair } from '../concept/pairs.ts';
import { addRow, normalize } from '../concept/quantize.ts';
import { f32 } from '../kernels/arena.ts';
import { createScanKernels } from '../kernels/scan.ts';
import type { ScanKernels } from '../kernels/scan-kernels.ts';
import { type QueryVector, rotateQuery } from '../segment/query-vector.ts';
import type { AnalyzedQuery } from './analyze-query.ts';

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
}

const known = (vector: Float32Array) => (vector.some((x) => x !== 0) ? normalize(vector) : null);

/** Projects a query into concept and association space. */
export function projectQuery(model: ConceptModel, query: AnalyzedQuery): ProjectedQuery {
  const concept = new Float32Array(model.dimensions);
  const association = new Float32Array(model.associationDimensions);
  const numbers = query.terms.map((term) => model.vocabulary.find(term));
  numbers.forEach((number, i) => {
    if (number < 0) return;
    const weight = query.weights[i]! * model.idf[number]!;
    addRow(concept, model.projection, number, weight);
    if (number < model.associations.scales.length) {
      addRow(association, model.associations, number, weight);
    }
  });
  for (const [a, b] of query.pairs) {
    const [first, second] = [numbers[a]!, numbers[b]!];
    const pair = first < 0 || second < 0 ? -1 : findPair(model.pairs, first, second);
    if (pair < 0) continue;
    const unit = model.vocabulary.size + pair;
    const weight = Math.min(query.weights[a]!, query.weights[b]!, 1);
    addRow(concept, model.projection, unit, weight * model.idf[unit]!);
  }
  return { concept: known(concept), association: known(association) };
}

const LANES = 4;

/** A square matrix in kernel memory. */
class SquareMatrix {
  readonly #kernels: ScanKernels;
  readonly #matrix: Float32Array;
  readonly #in: Float32Array;
  readonly #out: Float32Array;

  /** @param matrix row-major, `size` × `size` */
  constructor(matrix: Float32Array, size: number) {
    const padded = Math.ceil(size / LANES) * LANES;
    const layout = { matrix: f32(size * padded), in: f32(size), out: f32(padded) };
    const { kernels, arrays } = createScanKernels(layout);
    this.#kernels = kernels;
    this.#matrix = arrays.matrix;
    this.#in = arrays.in;
    this.#out = arrays.out;
    for (let i = 0; i < size; i++) {
      this.#matrix.set(matrix.subarray(i * size, (i + 1) * size), i * padded);
    }
  }

  /** Row vector times matrix. */
  times(vector: Float32Array): Float32Array {
    this.#in.set(vector);
    this.#kernels.addRows(this.#in, this.#matrix, this.#out.fill(0));
    return this.#out.slice(0, vector.length);
  }
}

/** The half-document maps of a model in kernel memory; computes the vectors of queries. */
export class QuerySpaces {
  readonly #model: ConceptModel;
  readonly #conceptMap: SquareMatrix;
  readonly #associationMap: SquareMatrix;

  constructor(model: ConceptModel) {
    this.#model = model;
    this.#conceptMap = new SquareMatrix(model.halfMap, model.dimensions);
    this.#associationMap = new SquareMatrix(model.associationMap, model.associationDimensions);
  }

  /** The query in concept space, unmapped. Needs no association vectors. */
  concept(query: AnalyzedQuery): QueryVector | null {
    const { concept } = projectQuery(this.#model, query);
    return concept && rotateQuery(concept);
  }

  /** The vectors of a query, unmapped and mapped. */
  vectors(query: AnalyzedQuery): QueryVectors {
    const { concept, association } = projectQuery(this.#model, query);
    const mapped = concept && known(this.#conceptMap.times(concept));
    return {
      concept: concept && rotateQuery(concept),
      mapped: mapped && rotateQuery(mapped),
      association,
      mappedAssociation: association && known(this.#associationMap.times(association)),
    };
  }
}
