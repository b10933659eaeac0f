import { f32, f64, u32 } from '../kernels/arena.ts';
import type { Kernels, SparseRows } from '../kernels/build-kernels.ts';
import { createKernels } from '../kernels/kernels.ts';
import { BLOCK, innerScratch, packSquare, panelIndex, panelWidth } from '../kernels/panel.ts';
import type { Finish } from '../kernels/team.ts';
import { seededRandom } from '../random.ts';
import { cholesky, invertLower, symmetricEigen, transpose } from './linear-algebra.ts';
import type { SparseMatrix } from './sparse.ts';

/** Leading eigenvectors of a symmetric operator: row-major `size × rank`, values descending. */
export interface Subspace {
  readonly rank: number;
  readonly vectors: Float32Array;
  /** Eigenvalues; for a singular value decomposition the squares of the singular values. */
  readonly values: Float64Array;
}

/**
 * Applications of the operator, each given as the share of a rectangular matrix's rows it uses. The first
 * pass only needs to find the subspace roughly; the second one refines it on all rows. With a third one rows rank no better.
 */
const PASSES = [1 / 2, 1];
/** Minimum number of rows of a pass. */
const MIN_PASS_ROWS = 8_192;
/** Eigenvalues below this share of the largest are noise of f32 arithmetic. */
const MIN_EIGENVALUE_SHARE = 1e-6;
/** Additional columns for accuracy (oversampling: Halko et al. 2011, §4.3). */
const OVERSAMPLING = 8;
/** Tile height of the dense kernels: panels are padded to a multiple of it. */
const ROW_TILE = 4;

/** The same seed gives the same vectors for any number of threads. */
export interface SubspaceOptions {
  readonly seed: number;
  readonly threads: number;
}

/** Copies the upper triangle of a square matrix to the lower one. */
function mirror(square: Float64Array, width: number): Float64Array {
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < i; j++) square[i * width + j] = square[j * width + i]!;
  }
  return square;
}

/** The operator of an iteration: the matrix itself, or AᵀA of a rectangular one. */
type Operator = 'matrix' | 'gram';

/** The block of vectors under iteration (the basis) and its image, as panels in kernel memory. */
class Block {
  readonly #kernels: Kernels;
  readonly #operator: Operator;
  readonly #matrix: SparseRows;
  readonly #height: number;
  readonly #width: number;
  readonly #scratch: Float32Array;
  readonly #sums: Float64Array;
  readonly #packed: Float32Array;
  #basis: Float32Array;
  #image: Float32Array;

  constructor(matrix: SparseMatrix, operator: Operator, width: number, threads: number) {
    const { columns, indices, values } = matrix;
    const height = Math.ceil(columns / ROW_TILE) * ROW_TILE;
    // The image of a symmetric matrix has as many rows as the panel, including the padding.
    const rows = operator === 'matrix' ? height : matrix.rows;
    const { kernels, arrays } = createKernels(
      {
        matrix: {
          starts: u32(rows + 1),
          indices: u32(indices.length),
          values: f32(values.length),
        },
        scratch: f32(width),
        sums: f64(innerScratch(width)),
        packed: f32(width * width),
        basis: f32(height * width),
        image: f32(height * width),
      },
      threads,
    );
    this.#kernels = kernels;
    this.#operator = operator;
    this.#matrix = arrays.matrix;
    this.#matrix.starts.fill(indices.length).set(matrix.starts);
    this.#matrix.indices.set(indices);
    this.#matrix.values.set(values);
    this.#height = height;
    this.#width = width;
    this.#scratch = arrays.scratch;
    this.#sums = arrays.sums;
    this.#packed = arrays.packed;
    this.#basis = arrays.basis;
    this.#image = arrays.image;
  }

  /** Fills the basis with random signs: one random number for each row of a panel block. */
  fillRandomSigns(seed: number): void {
    const random = seededRandom(seed);
    const basis = this.#basis;
    for (let i = 0; i < basis.length; i += BLOCK) {
      const bits = Math.floor(random() * 2 ** BLOCK) | 0;
      for (let j = 0; j < BLOCK; j++) basis[i + j] = ((bits >>> j) & 1) * 2 - 1;
    }
  }

  /** Starts image ← operator · basis. For AᵀA, only this share of the rows of A is used. */
  apply(share: number): Finish {
    const [kernels, width] = [this.#kernels, this.#width];
    const [matrix, basis, height, image] = [this.#matrix, this.#basis, this.#height, this.#image];
    if (this.#operator === 'matrix') return kernels.multiply(matrix, basis, height, width, image);
    const all = matrix.starts.length - 1;
    const rows = Math.max(Math.min(all, MIN_PASS_ROWS), Math.ceil(all * share));
    const part = { ...matrix, starts: matrix.starts.subarray(0, rows + 1) };
    return kernels.multiplyGram(part, basis, height, width, image, this.#scratch);
  }

  /** Makes the image the basis. */
  swap(): void {
    [this.#basis, this.#image] = [this.#image, this.#basis];
  }

  /** basisᵀ · basis or basisᵀ · image, made symmetric. */
  inner(other: 'basis' | 'image'): Float64Array {
    const width = this.#width;
    const right = other === 'basis' ? this.#basis : this.#image;
    return mirror(
      this.#kernels.inner(this.#basis, right, this.#height, width, true, this.#sums),
      width,
    );
  }

  /** basis ← basis · m. Overwrites the image. `upper`: m is upper triangular. */
  rotate(m: Float64Array, upper: boolean): void {
    packSquare(m, this.#width, this.#packed);
    const [basis, height] = [this.#basis, this.#height];
    this.#kernels.times(basis, height, this.#width, this.#packed, upper, this.#image);
    this.swap();
  }

  /** Makes the columns of the basis nearly orthonormal (CholeskyQR). Overwrites the image. */
  orthonormalize(): void {
    const width = this.#width;
    this.rotate(transpose(invertLower(cholesky(this.inner('basis'), width), width), width), true);
  }

  /** Stops the threads. Results that were returned stay valid. */
  close(): void {
    this.#kernels.close();
  }

  /** The first columns of the basis, scaled to unit length, row-major. */
  columns(size: number, count: number): Float32Array {
    const basis = this.#basis;
    const out = new Float32Array(size * count);
    for (let first = 0; first < count; first += BLOCK) {
      const from = panelIndex(this.#height, 0, first);
      const wanted = Math.min(BLOCK, count - first);
      const scales = new Float64Array(BLOCK);
      for (let i = from; i < from + size * BLOCK; i += BLOCK) {
        for (let j = 0; j < BLOCK; j++) scales[j]! += basis[i + j]! * basis[i + j]!;
      }
      for (let j = 0; j < BLOCK; j++) scales[j] = scales[j]! > 0 ? 1 / Math.sqrt(scales[j]!) : 0;
      for (let r = 0, i = from; r < size; r++, i += BLOCK) {
        const to = r * count + first;
        for (let j = 0; j < wanted; j++) out[to + j] = basis[i + j]! * scales[j]!;
      }
    }
    return out;
  }
}

/**
 * Randomized subspace iteration (Halko, Martinsson, Tropp 2011, https://arxiv.org/abs/0909.4061) with a
 * Rayleigh–Ritz step. Let Q be the orthonormal basis before the last pass and V the eigenvectors of QᵀAQ:
 * then A·Q·V, scaled, is one pass closer to the eigenvectors than Q·V. It is scaled by length, not by
 * eigenvalue, because the two differ a hundredfold for vectors that have not converged under an
 * indefinite operator. Deterministic for a seed. Yields once after starting each pass.
 *
 * The basis is orthonormalised before the second pass. Oversampling mainly improves the last vectors, which
 * matter for few rows and hardly for many. So with many rows the panel is only as wide as the wanted rank,
 * rounded up to whole blocks.
 */
function* iterate(
  matrix: SparseMatrix,
  operator: Operator,
  wanted: number,
  { seed, threads }: SubspaceOptions,
): Generator<undefined, Subspace> {
  const size = matrix.columns;
  const beyond = matrix.rows > MIN_PASS_ROWS ? 0 : OVERSAMPLING;
  const width = panelWidth(Math.min(size, wanted + beyond));
  const block = new Block(matrix, operator, width, threads);
  try {
    block.fillRandomSigns(seed);
    for (const [pass, share] of PASSES.entries()) {
      if (pass > 0) {
        block.swap();
        block.orthonormalize();
      }
      const finish = block.apply(share);
      yield;
      finish();
    }
    const { values, vectors } = symmetricEigen(block.inner('image'), width);
    let rank = 0;
    while (rank < Math.min(wanted, size) && values[rank]! > (values[0] ?? 0) * MIN_EIGENVALUE_SHARE)
      rank++;
    const coefficients = vectors.map((x, i) => (i % width < rank ? x / values[i % width]! : 0));
    block.swap();
    block.rotate(coefficients, false);
    return { rank, vectors: block.columns(size, rank), values: values.slice(0, rank) };
  } finally {
    block.close();
  }
}

/**
 * A search for leading eigenvectors. Its passes run on worker threads while the calling thread does other
 * work; the caller should call `advance` from time to time.
 */
export class SubspaceSearch {
  readonly #steps: ReturnType<typeof iterate>;
  #step: IteratorResult<undefined, Subspace>;

  constructor(...of: Parameters<typeof iterate>) {
    this.#steps = iterate(...of);
    this.#step = this.#steps.next();
  }

  /** Waits for the running pass and starts the next one. */
  advance(): void {
    if (!this.#step.done) this.#step = this.#steps.next();
  }

  finish(): Subspace {
    for (;;) {
      if (this.#step.done) return this.#step.value;
      this.advance();
    }
  }
}

/** Starts the search for the right singular vectors of A (columns × rank) and squared singular values. */
export function beginSvd(a: SparseMatrix, rank: number, options: SubspaceOptions): SubspaceSearch {
  return new SubspaceSearch(a, 'gram', rank, options);
}

/** Starts the search for the eigenvectors of a symmetric sparse matrix with the largest eigenvalues. */
export function beginEigen(
  a: SparseMatrix,
  rank: number,
  options: SubspaceOptions,
): SubspaceSearch {
  return new SubspaceSearch(a, 'matrix', rank, options);
}
