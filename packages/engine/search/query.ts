import type { ConceptModel } from '../concept/model.ts';
import { normalize } from '../concept/quantize.ts';
import { once } from '../file/once.ts';
import { f32 } from '../kernels/arena.ts';
import { createScanKernels } from '../kernels/scan.ts';
import type { ScanKernels } from '../kernels/scan-kernels.ts';
import type { AnalyzedQuery } from '../query/analyze-query.ts';
import type { OwnQuery } from '../query/own-scores.ts';
import {
  type ProjectedQuery,
  projectAssociation,
  projectConcept,
  type QueryVectors,
} from '../query/query-vectors.ts';
import { SimilarWords } from '../query/similar-words.ts';
import { type QueryVector, rotateQuery } from '../segment/query-vector.ts';

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

  /** Row vector times matrix, at unit length; null if that is zero. */
  times(vector: Float32Array): Float32Array | null {
    this.#in.set(vector);
    this.#kernels.addRows(this.#in, this.#matrix, this.#out.fill(0));
    const mapped = this.#out.slice(0, vector.length);
    return mapped.some((x) => x !== 0) ? normalize(mapped) : null;
  }
}

/** The half-document maps of a model. */
interface HalfMaps {
  readonly concept: SquareMatrix;
  readonly association: SquareMatrix;
}

/** A query as vectors, each computed once when it is first read. What it consists of must be in memory by then. */
export class EncodedQuery {
  readonly #model: ConceptModel;
  readonly #maps: HalfMaps;
  readonly #query: AnalyzedQuery;
  readonly own: OwnQuery | undefined;
  #projected: Float32Array | null | undefined;
  #concept: QueryVector | null | undefined;
  #vectors: QueryVectors | undefined;

  constructor(model: ConceptModel, maps: HalfMaps, query: AnalyzedQuery, own?: OwnQuery) {
    this.#model = model;
    this.#maps = maps;
    this.#query = query;
    this.own = own;
  }

  #projection(): Float32Array | null {
    if (this.#projected === undefined) this.#projected = projectConcept(this.#model, this.#query);
    return this.#projected;
  }

  /** In concept space, not mapped. Needs no association vectors. */
  get concept(): QueryVector | null {
    if (this.#concept === undefined) {
      const projected = this.#projection();
      this.#concept = projected && rotateQuery(projected);
    }
    return this.#concept;
  }

  /** In both spaces, unmapped and mapped. */
  get vectors(): QueryVectors {
    this.#vectors ??= this.#compare();
    return this.#vectors;
  }

  #compare(): QueryVectors {
    const concept = this.#projection();
    const association = projectAssociation(this.#model, this.#query);
    const mapped = concept && this.#maps.concept.times(concept);
    return {
      concept: this.concept,
      mapped: mapped && rotateQuery(mapped),
      association,
      mappedAssociation: association && this.#maps.association.times(association),
      own: this.own,
    };
  }

  /** In the spaces of the model, as its terms are. */
  get projected(): ProjectedQuery {
    return { concept: this.#projection(), association: this.vectors.association };
  }
}

/** Turns queries into what rows are compared with. */
export class QueryEncoder {
  readonly #model: ConceptModel;
  readonly #maps: HalfMaps;

  constructor(model: ConceptModel) {
    this.#model = model;
    this.#maps = {
      concept: new SquareMatrix(model.halfMap, model.dimensions),
      association: new SquareMatrix(model.associationMap, model.associationDimensions),
    };
  }

  /** @param own the vector of the request */
  encode(query: AnalyzedQuery, own?: OwnQuery): EncodedQuery {
    return new EncodedQuery(this.#model, this.#maps, query, own);
  }

  /** Reads the words of the model, once. */
  readonly similarWords = once(async () => {
    await this.#model.vocabulary.readText();
    return new SimilarWords(this.#model.vocabulary);
  });
}
