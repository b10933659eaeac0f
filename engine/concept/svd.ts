import { createKernels, type Kernels, type SparseRows } from '../kernels/kernels.ts';
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
 * Applications of the operator, each as the share of a rectangular matrix's rows that it looks at: the
 * first ones only have to point the way, the last one also refines what they found.
 */
const PASSES = [1 / 4, 1 / 2, 1];
/** As many rows are looked at every time. */
const FEW_ROWS = 8_192;
/** Directions weaker than this share of the strongest are noise of f32 arithmetic. */
const LEAST_SHARE = 1e-6;
/** Columns beyond the wanted ones that let the random start catch them (Halko et al. 2011, §4.3). */
const OVERSAMPLING = 8;
/** How far apart directions may be set, as a ratio of lengths, before f32 no longer tells the weakest. */
const MOST_SPREAD = 200;
/** Rows of a panel that tell how far apart its directions are. */
const SPREAD_ROWS = 4_096;
/** Rows of a tile of the dense kernels: panels are padded to whole ones. */
const ROW_TILE = 4;

/** The same seed gives the same vectors, whatever the number of threads. */
export interface SubspaceOptions {
  readonly seed: number;
  readonly threads: number;
}

/** Fills the lower half of a square matrix from the upper one. */
function mirror(square: Float64Array, width: number): Float64Array {
  for (let i = 0; i < width; i++) {
    for (let j = 0; j < i; j++) square[i * width + j] = square[j * width + i]!;
  }
  return square;
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

  /** Begins image ← operator · basis, for AᵀA with this share of the rows of A. */
  apply(share: number): Finish {
    const [kernels, width] = [this.#kernels, this.#width];
    const [matrix, basis, height, image] = [this.#matrix, this.#basis, this.#height, this.#image];
    if (this.#operator === 'matrix') return kernels.multiply(matrix, basis, height, width, image);
    const all = matrix.starts.length - 1;
    const rows = Math.max(Math.min(all, FEW_ROWS), Math.ceil(all * share));
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

  /** basis ← basis · m, the image is lost. `upper`: m is upper triangular. */
  rotate(m: Float64Array, upper: boolean): void {
    packSquare(m, this.#width, this.#packed);
    const [basis, height] = [this.#basis, this.#height];
    this.#kernels.times(basis, height, this.#width, this.#packed, upper, this.#image);
    this.swap();
  }

  /** About how many times longer the strongest direction of the basis is than the weakest; the image is lost. */
  spread(): number {
    const [basis, height, width] = [this.#basis, this.#height, this.#width];
    const rows = Math.min(height, SPREAD_ROWS);
    const part = this.#image.subarray(0, rows * width);
    for (let first = 0; first < width; first += BLOCK) {
      const from = panelIndex(height, 0, first);
      part.set(basis.subarray(from, from + rows * BLOCK), panelIndex(rows, 0, first));
    }
    const inner = this.#kernels.inner(part, part, rows, width, true, this.#sums);
    const factor = cholesky(mirror(inner, width), width);
    let [most, least] = [0, Number.POSITIVE_INFINITY];
    for (let i = 0; i < width; i++) {
      most = Math.max(most, factor[i * width + i]!);
      least = Math.min(least, factor[i * width + i]!);
    }
    return most / least;
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
 * Randomized subspace iteration (Halko, Martinsson, Tropp 2011, https://arxiv.org/abs/0909.4061) with a
 * Rayleigh–Ritz step: with V the eigenvectors of QᵀAQ for the orthonormal basis Q of the last but one
 * image, A·Q·V, scaled, is one pass nearer to the eigenvectors than Q·V. Scaled by length, not by
 * eigenvalue: where the operator is indefinite and a vector not found yet, the two differ a hundredfold.
 * Deterministic for a seed. Stops after each pass is begun.
 *
 * Images are made orthonormal before the last pass, and before others where one pass sets directions so
 * far apart that two would lose the weakest in f32; text does not. Of many rows the panel is as wide as what
 * is wanted, rounded up to whole blocks: columns beyond would find the very last vectors better, which tell
 * more about few rows than about many.
 */
function* iterate(
  matrix: SparseMatrix,
  operator: Operator,
  wanted: number,
  { seed, threads }: SubspaceOptions,
): Generator<undefined, Subspace> {
  const size = matrix.columns;
  const beyond = matrix.rows > FEW_ROWS ? 0 : OVERSAMPLING;
  const width = panelWidth(Math.min(size, wanted + beyond));
  const block = new Block(matrix, operator, width, threads);
  try {
    block.scramble(seed);
    for (const [pass, share] of PASSES.entries()) {
      if (pass > 0) block.swap();
      const last = pass === PASSES.length - 1;
      if (last || (pass > 0 && block.spread() > MOST_SPREAD)) block.orthonormalize();
      const finish = block.apply(share);
      yield;
      finish();
    }
    const { values, vectors } = symmetricEigen(block.inner('image'), width);
    let rank = 0;
    while (rank < Math.min(wanted, size) && values[rank]! > (values[0] ?? 0) * LEAST_SHARE) rank++;
    const coefficients = vectors.map((x, i) => (i % width < rank ? x / values[i % width]! : 0));
    block.swap();
    block.rotate(coefficients, false);
    return { rank, vectors: block.columns(size, rank), values: values.slice(0, rank) };
  } finally {
    block.close();
  }
}

/**
 * A search for leading eigenvectors. Its passes run on helping threads while the calling one does other
 * work, from which it should turn to `advance` now and then.
 */
export class SubspaceSearch {
  readonly #steps: ReturnType<typeof iterate>;
  #step: IteratorResult<undefined, Subspace>;

  constructor(...of: Parameters<typeof iterate>) {
    this.#steps = iterate(...of);
    this.#step = this.#steps.next();
  }

  /** Ends the pass that runs and begins the next one. */
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

/** Begins to look for the right singular vectors of A (columns × rank) with squared singular values. */
export function beginSvd(a: SparseMatrix, rank: number, options: SubspaceOptions): SubspaceSearch {
  return new SubspaceSearch(a, 'gram', rank, options);
}

/** Begins to look for eigenvectors of a symmetric sparse matrix with the largest positive eigenvalues. */
export function beginEigen(
  a: SparseMatrix,
  rank: number,
  options: SubspaceOptions,
): SubspaceSearch {
  return new SubspaceSearch(a, 'matrix', rank, options);
}
