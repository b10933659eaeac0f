import { gaussian, seededRandom } from '../random.ts';
import { crossGram, orthonormalize, symmetricEigen } from './linear-algebra.ts';
import { applyGram, applyMatrix, type SparseMatrix } from './sparse.ts';

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

/**
 * Randomized subspace iteration with a Rayleigh–Ritz step (Halko, Martinsson, Tropp 2011,
 * https://arxiv.org/abs/0909.4061). Deterministic for a seed.
 */
function leadingSubspace(
  apply: (x: Float32Array, width: number) => Float32Array,
  size: number,
  wanted: number,
  seed: number,
): Subspace {
  const width = Math.min(size, wanted + OVERSAMPLING);
  const normal = gaussian(seededRandom(seed));
  let basis = new Float32Array(size * width);
  for (let i = 0; i < basis.length; i++) basis[i] = normal();
  orthonormalize(basis, size, width);
  for (let pass = 0; pass < PASSES - 1; pass++) {
    basis = apply(basis, width) as Float32Array<ArrayBuffer>;
    orthonormalize(basis, size, width);
  }
  const projected = crossGram(basis, apply(basis, width), size, width);
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < i; j++) {
      const mean = (projected[i * width + j]! + projected[j * width + i]!) / 2;
      projected[i * width + j] = mean;
      projected[j * width + i] = mean;
    }
  }
  const { values, vectors } = symmetricEigen(projected, width);
  let rank = 0;
  while (rank < Math.min(wanted, width) && values[rank]! > (values[0] ?? 0) * LEAST_SHARE) rank++;
  const out = new Float32Array(size * rank);
  for (let r = 0; r < size; r++) {
    for (let k = 0; k < width; k++) {
      const from = basis[r * width + k]!;
      if (from === 0) continue;
      for (let j = 0; j < rank; j++) out[r * rank + j]! += from * vectors[k * width + j]!;
    }
  }
  return { rank, vectors: out, values: values.slice(0, rank) };
}

/** Right singular vectors of A (columns × rank) with squared singular values. */
export function truncatedSvd(a: SparseMatrix, rank: number, seed: number): Subspace {
  return leadingSubspace((x, w) => applyGram(a, x, w), a.columns, rank, seed);
}

/** Eigenvectors of a symmetric sparse matrix with the largest positive eigenvalues. */
export function truncatedEigen(a: SparseMatrix, rank: number, seed: number): Subspace {
  return leadingSubspace((x, w) => applyMatrix(a, x, w), a.columns, rank, seed);
}
