import { createKernels, type Kernels, laneWidth } from '../kernels/kernels.ts';
import { gaussian, seededRandom } from '../random.ts';
import { cholesky, invertLower, symmetricEigen } from './linear-algebra.ts';
import type { SparseMatrix } from './sparse.ts';

/** Leading eigenvectors of a symmetric operator: row-major `size × rank`, values descending. */
export interface Subspace {
  readonly rank: number;
  readonly vectors: Float32Array;
  /** Eigenvalues; for a singular value decomposition the squares of the singular values. */
  readonly values: Float64Array;
}

/** Extra columns that make the random start catch the wanted ones (Halko et al. 2011, §4.3). */
const OVERSAMPLING = 8;
const PASSES = 4;
/** Directions weaker than this share of the strongest are noise of f32 arithmetic. */
const LEAST_SHARE = 1e-6;

/** The operator of an iteration: the matrix itself, or AᵀA of a rectangular one. */
type Operator = 'matrix' | 'gram';

/** A block of vectors under iteration, in kernel memory. */
class Block {
  readonly #kernels: Kernels;
  readonly #matrix: SparseMatrix;
  readonly #row: Float32Array;
  readonly #wide: Float64Array;
  readonly #square: Float64Array;
  #basis: Float32Array;
  #image: Float32Array;
  readonly width: number;

  constructor(matrix: SparseMatrix, width: number) {
    const { columns, indices, values } = matrix;
    const bytes = 8 * indices.length + 8 * columns * width + 8 * width * (width + 2) + 256;
    const kernels = createKernels(bytes);
    const u32 = kernels.u32(indices.length);
    u32.set(indices);
    const f32 = kernels.f32(values.length);
    f32.set(values);
    this.#kernels = kernels;
    this.#matrix = { ...matrix, indices: u32, values: f32 };
    this.#row = kernels.f32(width);
    this.#wide = kernels.f64(width);
    this.#square = kernels.f64(width * width);
    this.#basis = kernels.f32(columns * width);
    this.#image = kernels.f32(columns * width);
    this.width = width;
  }

  get basis(): Float32Array {
    return this.#basis;
  }

  /** image ← operator · basis. */
  apply(operator: Operator): void {
    const { rows, starts, indices, values } = this.#matrix;
    const { width } = this;
    this.#image.fill(0);
    for (let r = 0; r < rows; r++) {
      const columns = indices.subarray(starts[r], starts[r + 1]);
      const weights = values.subarray(starts[r], starts[r + 1]);
      if (operator === 'matrix') {
        const to = this.#image.subarray(r * width, (r + 1) * width);
        this.#kernels.gather(columns, weights, this.#basis, width, to);
      } else {
        this.#row.fill(0);
        this.#kernels.gather(columns, weights, this.#basis, width, this.#row);
        this.#kernels.scatter(columns, weights, this.#image, width, this.#row);
      }
    }
  }

  swap(): void {
    [this.#basis, this.#image] = [this.#image, this.#basis];
  }

  /** basis ← basis · m for a square m. */
  rotate(m: Float64Array, upper: boolean): void {
    this.#square.set(m);
    const rows = this.#matrix.columns;
    this.#kernels.timesMatrix(this.#basis, rows, this.width, this.#square, this.#wide, upper);
  }

  /** basisᵀ · basis or basisᵀ · image, made symmetric. */
  inner(other: 'basis' | 'image'): Float64Array {
    const { width } = this;
    const right = other === 'basis' ? this.#basis : this.#image;
    const rows = this.#matrix.columns;
    this.#square.fill(0);
    this.#kernels.addOuter(this.#basis, right, rows, width, this.#square, this.#wide, true);
    const out = this.#square.slice();
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < i; j++) out[i * width + j] = out[j * width + i]!;
    }
    return out;
  }

  /**
   * Makes the columns of the basis orthonormal (CholeskyQR). One round is enough between passes;
   * a second one brings full accuracy (Yamamoto et al. 2015).
   */
  orthonormalize(rounds: 1 | 2): void {
    const { width } = this;
    for (let round = 0; round < rounds; round++) {
      const inverse = invertLower(cholesky(this.inner('basis'), width), width);
      const transposed = new Float64Array(width * width);
      for (let i = 0; i < width; i++) {
        for (let j = 0; j <= i; j++) transposed[j * width + i] = inverse[i * width + j]!;
      }
      this.rotate(transposed, true);
    }
  }
}

/**
 * Randomized subspace iteration with a Rayleigh–Ritz step (Halko, Martinsson, Tropp 2011,
 * https://arxiv.org/abs/0909.4061). Deterministic for a seed.
 */
function leadingSubspace(
  matrix: SparseMatrix,
  operator: Operator,
  wanted: number,
  seed: number,
): Subspace {
  const size = matrix.columns;
  const block = new Block(matrix, laneWidth(Math.min(size, wanted + OVERSAMPLING)));
  const { width } = block;
  const normal = gaussian(seededRandom(seed));
  for (let i = 0; i < block.basis.length; i++) block.basis[i] = normal();
  block.orthonormalize(1);
  for (let pass = 1; pass < PASSES; pass++) {
    block.apply(operator);
    block.swap();
    block.orthonormalize(pass === PASSES - 1 ? 2 : 1);
  }
  block.apply(operator);
  const { values, vectors } = symmetricEigen(block.inner('image'), width);
  block.rotate(vectors, false);
  let rank = 0;
  while (rank < Math.min(wanted, width) && values[rank]! > (values[0] ?? 0) * LEAST_SHARE) rank++;
  const out = new Float32Array(size * rank);
  for (let r = 0; r < size; r++) {
    out.set(block.basis.subarray(r * width, r * width + rank), r * rank);
  }
  return { rank, vectors: out, values: values.slice(0, rank) };
}

/** Right singular vectors of A (columns × rank) with squared singular values. */
export function truncatedSvd(a: SparseMatrix, rank: number, seed: number): Subspace {
  return leadingSubspace(a, 'gram', rank, seed);
}

/** Eigenvectors of a symmetric sparse matrix with the largest positive eigenvalues. */
export function truncatedEigen(a: SparseMatrix, rank: number, seed: number): Subspace {
  return leadingSubspace(a, 'matrix', rank, seed);
}
