import type { ConceptModel } from '../concept/model.ts';
import { normalize } from '../concept/quantize.ts';
import { lazy, once } from '../file/once.ts';
import { readsGoOut } from '../file/read-queue.ts';
import { f32 } from '../kernels/arena.ts';
import { createScanKernels } from '../kernels/scan.ts';
import type { OwnQuery } from '../query/own-scores.ts';
import {
  type ProjectedQuery,
  projectAssociation,
  projectConcept,
  type QueryVectors,
} from '../query/query-vectors.ts';
import { meaningShare } from '../ranking-constants.ts';
import { type QueryVector, rotateQuery } from '../segment/query-vector.ts';
import type { AnalyzedQuery } from '../words/analyze-query.ts';
import { SimilarWords } from '../words/similar-words.ts';

const LANES = 4;

/**
 * A square matrix in kernel memory: gives the product of a row vector with it, at unit length; null if that is zero.
 * @param matrix row-major, `size` × `size`
 */
function multiplier(matrix: Float32Array, size: number) {
  const padded = Math.ceil(size / LANES) * LANES;
  const layout = { matrix: f32(size * padded), in: f32(size), out: f32(padded) };
  const { kernels, arrays } = createScanKernels(layout);
  for (let i = 0; i < size; i++) {
    arrays.matrix.set(matrix.subarray(i * size, (i + 1) * size), i * padded);
  }
  return (vector: Float32Array): Float32Array | null => {
    arrays.in.set(vector);
    kernels.addRows(arrays.in, arrays.matrix, arrays.out.fill(0));
    const mapped = arrays.out.slice(0, vector.length);
    return mapped.some((x) => x !== 0) ? normalize(mapped) : null;
  };
}

/** A query as vectors, each computed once when it is first read. What it consists of must be in memory by then. */
export interface EncodedQuery {
  /** The vector of the request. */
  readonly own: OwnQuery | undefined;
  /** In concept space, not mapped. Needs no association vectors. */
  readonly concept: QueryVector | null;
  /** In both spaces, unmapped and mapped. */
  readonly vectors: QueryVectors;
  /** In the spaces of the model, as its terms are. */
  readonly projected: ProjectedQuery;
}

/** Turns queries into what rows are compared with. */
export class QueryEncoder {
  readonly #model: ConceptModel;
  /** The half-document maps of the model. */
  readonly #mapConcept: (vector: Float32Array) => Float32Array | null;
  readonly #mapAssociation: (vector: Float32Array) => Float32Array | null;

  constructor(model: ConceptModel) {
    this.#model = model;
    this.#mapConcept = multiplier(model.halfMap, model.dimensions);
    this.#mapAssociation = multiplier(model.associationMap, model.associationDimensions);
  }

  encode(query: AnalyzedQuery, own?: OwnQuery): EncodedQuery {
    const projection = lazy(() => projectConcept(this.#model, query));
    const rotated = (vector: Float32Array | null) => vector && rotateQuery(vector);
    const concept = lazy(() => rotated(projection()));
    const vectors = lazy((): QueryVectors => {
      const projected = projection();
      const association = projectAssociation(this.#model, query);
      return {
        concept: concept(),
        mapped: rotated(projected && this.#mapConcept(projected)),
        association,
        mappedAssociation: association && this.#mapAssociation(association),
        share: meaningShare(query.terms.length),
        own,
      };
    });
    return {
      own,
      get concept() {
        return concept();
      },
      get vectors() {
        return vectors();
      },
      get projected() {
        return { concept: projection(), association: vectors().association };
      },
    };
  }

  /** Reads the words of the model and makes a table of them, once. */
  readonly similarWords = once(async () => {
    await Promise.all([this.#model.vocabulary.readText(), readsGoOut()]);
    return new SimilarWords(this.#model.vocabulary);
  });
}
