import { createKernels, type Kernels, type SparseRows } from '../kernels/kernels.ts';
import { BLOCK, innerScratch, packSquare, panelIndex, panelWidth } from '../kernels/panel.ts';
import { seededRandom } from '../random.ts';
import {
  cholesky,
  invertLower,
  matrixProduct,
  symmetricEigen,
  transpose,
} from './linear-algebra.ts';
import type { SparseMatrix } from './sparse.ts';

/** Leading eigenvectors of a symmetric operator: row-major `size × rank`, values descending. */
export interface Subspace {
  readonly rank: number;
  readonly vectors: Float32Array;
  /** Eigenvalues; for a singular value decomposition the squares of the singular values. */
  readonly values: Float64Array;
}

/** Columns beyond the wanted ones that let the random start catch them (Halko et al. 2011, §4.3). */
const OVERSAMPLING = 8;
/** Applications of the operator; the last one also refines the vectors that the others found. */
const PASSES = 3;
/** Directions weaker than this share of the strongest are noise of f32 arithmetic. */
const LEAST_SHARE = 1e-6;
/** Rows of a tile of the dense kernels: panels are padded to whole ones. */
const ROW_TILE = 4;

/** The same seed gives the same vectors, whatever the number of threads. */
export interface SubspaceOptions {
  readonly seed: number;
  readonly threads: number;
}

/** The operator of an iteration: the matrix itself, or AᵀA of a rectangular one. */
type Operator = 'matrix' | 'gram';

/** A block of vectors under iteration and its image, as panels in kernel memory. */
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
    // The image of a symmetric matrix has as many rows as the panel, those that pad it included.
    const rows = operator === 'matrix' ? height : matrix.rows;
    const panelBytes = 4 * height * width;
    const squareBytes = 8 * innerScratch(width) + 4 * width * (width + 1);
    const kernels = createKernels(
      4 * rows + 8 * indices.length + 2 * panelBytes + squareBytes + 1024,
      threads,
    );
    this.#kernels = kernels;
    this.#operator = operator;
    this.#matrix = {
      starts: kernels.u32(rows + 1).fill(indices.length),
      indices: kernels.u32(indices.length),
      values: kernels.f32(values.length),
    };
    this.#matrix.starts.set(matrix.starts);
    this.#matrix.indices.set(indices);
    this.#matrix.values.set(values);
    this.#height = height;
    this.#width = width;
    this.#scratch = kernels.f32(width);
    this.#sums = kernels.f64(innerScratch(width));
    this.#packed = kernels.f32(width * width);
    this.#basis = kernels.f32(height * width);
    this.#image = kernels.f32(height * width);
  }

  /** Fills the basis with 1 and -1 by chance: a row of a block for each random number. */
  scramble(seed: number): void {
    const random = seededRandom(seed);
    const basis = this.#basis;
    for (let i = 0; i < basis.length; i += BLOCK) {
      const bits = Math.floor(random() * 2 ** BLOCK) | 0;
      for (let j = 0; j < BLOCK; j++) basis[i + j] = ((bits >>> j) & 1) * 2 - 1;
    }
  }

  /** image ← operator · basis. */
  apply(): void {
    const [kernels, width] = [this.#kernels, this.#width];
    if (this.#operator === 'matrix') {
      kernels.multiply(this.#matrix, this.#basis, this.#height, width, this.#image);
    } else {
      const [basis, height] = [this.#basis, this.#height];
      kernels.multiplyGram(this.#matrix, basis, height, width, this.#image, this.#scratch);
    }
  }

  /** Makes the image the basis. */
  swap(): void {
    [this.#basis, this.#image] = [this.#image, this.#basis];
  }

  /** basisᵀ · basis or basisᵀ · image, made symmetric. */
  inner(other: 'basis' | 'image'): Float64Array {
    const width = this.#width;
    const right = other === 'basis' ? this.#basis : this.#image;
    const out = this.#kernels.inner(this.#basis, right, this.#height, width, true, this.#sums);
    for (let i = 0; i < width; i++) {
      for (let j = 0; j < i; j++) out[i * width + j] = out[j * width + i]!;
    }
    return out;
  }

  /** basis ← basis · m, the image is lost. `upper`: m is upper triangular. */
  rotate(m: Float64Array, upper: boolean): void {
    packSquare(m, this.#width, this.#packed);
    const [basis, height] = [this.#basis, this.#height];
    this.#kernels.times(basis, height, this.#width, this.#packed, upper, this.#image);
    this.swap();
  }

  /** Makes the columns of the basis nearly orthonormal (CholeskyQR); the image is lost. */
  orthonormalize(): void {
    const width = this.#width;
    this.rotate(transpose(invertLower(cholesky(this.inner('basis'), width), width), width), true);
  }

  /** Ends the threads; what was answered stays. */
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
 * Randomized subspace iteration (Halko, Martinsson, Tropp 2011, https://arxiv.org/abs/0909.4061)
 * with a Rayleigh–Ritz step for a basis X that is not quite orthonormal: with XᵀX = LLᵀ the
 * eigenvectors V of L⁻¹(XᵀAX)L⁻ᵀ give the coefficients C = L⁻ᵀV, and A·X·C, scaled, is one pass
 * nearer to the eigenvectors than X·C. Scaled by length, not by eigenvalue: where the operator is
 * indefinite and a vector not found yet, the two differ a hundredfold. Deterministic for a seed.
 */
function leadingSubspace(
  matrix: SparseMatrix,
  operator: Operator,
  wanted: number,
  { seed, threads }: SubspaceOptions,
): Subspace {
  const width = panelWidth(Math.min(matrix.columns, wanted + OVERSAMPLING));
  const block = new Block(matrix, operator, width, threads);
  try {
    return iterate(block, matrix.columns, width, wanted, seed);
  } finally {
    block.close();
  }
}

function iterate(
  block: Block,
  size: number,
  width: number,
  wanted: number,
  seed: number,
): Subspace {
  block.scramble(seed);
  for (let pass = 1; pass < PASSES; pass++) {
    if (pass > 1) block.orthonormalize();
    block.apply();
    block.swap();
  }
  block.apply();
  const inverse = invertLower(cholesky(block.inner('basis'), width), width);
  const transposed = transpose(inverse, width);
  const projected = matrixProduct(
    matrixProduct(inverse, block.inner('image'), width),
    transposed,
    width,
  );
  const { values, vectors } = symmetricEigen(projected, width);
  let rank = 0;
  while (rank < Math.min(wanted, size) && values[rank]! > (values[0] ?? 0) * LEAST_SHARE) rank++;
  const coefficients = matrixProduct(transposed, vectors, width);
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < width; j++) {
      coefficients[i * width + j] = j < rank ? coefficients[i * width + j]! / values[j]! : 0;
    }
  }
  block.swap();
  block.rotate(coefficients, false);
  return { rank, vectors: block.columns(size, rank), values: values.slice(0, rank) };
}

/** Right singular vectors of A (columns × rank) with squared singular values. */
export function truncatedSvd(a: SparseMatrix, rank: number, options: SubspaceOptions): Subspace {
  return leadingSubspace(a, 'gram', rank, options);
}

/** Eigenvectors of a symmetric sparse matrix with the largest positive eigenvalues. */
export function truncatedEigen(a: SparseMatrix, rank: number, options: SubspaceOptions): Subspace {
  return leadingSubspace(a, 'matrix', rank, options);
}
