import fc from 'fast-check';
import { EigenvalueDecomposition, Matrix, SingularValueDecomposition } from 'ml-matrix';
import { expect, it } from 'vitest';
import { gaussian, seededRandom } from '../random.ts';
import { symmetricEigen } from './linear-algebra.ts';
import type { SparseMatrix } from './sparse.ts';
import { beginEigen, beginSvd } from './svd.ts';

const ROWS = 40;
const COLUMNS = 25;

/** The entries of a row-major matrix that are not zero. */
function sparse(dense: ArrayLike<number>, columns: number): SparseMatrix {
  const rows = dense.length / columns;
  const starts = new Uint32Array(rows + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (let i = 0; i < dense.length; i++) {
    if (dense[i] !== 0) {
      indices.push(i % columns);
      values.push(dense[i]!);
    }
    starts[Math.floor(i / columns) + 1] = indices.length;
  }
  return {
    rows,
    columns,
    starts,
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
  };
}

/** A sparse matrix with falling singular values, as a dense one. */
function randomMatrix(): Float64Array {
  const normal = gaussian(seededRandom(3));
  const pick = seededRandom(4);
  return Float64Array.from({ length: ROWS * COLUMNS }, (_, i) =>
    pick() > 0.3 ? 0 : Math.fround(normal() / (1 + (i % COLUMNS))),
  );
}

/** A row-major matrix for the library, whose dense decompositions serve as reference. */
const matrixOf = (dense: Float64Array, columns: number) =>
  Matrix.from1DArray(dense.length / columns, columns, dense);

/** Squares of the singular values, descending. */
const squaresOf = (dense: Float64Array, columns: number): number[] =>
  new SingularValueDecomposition(matrixOf(dense, columns), { autoTranspose: true }).diagonal.map(
    (value) => value ** 2,
  );

it('finds the eigenvectors of a dense symmetric matrix', () => {
  const dense = matrixOf(randomMatrix(), COLUMNS);
  const gram = dense.transpose().mmul(dense);
  const exact = new EigenvalueDecomposition(gram, { assumeSymmetric: true });
  const { values, vectors } = symmetricEigen(Float64Array.from(gram.to1DArray()), COLUMNS);
  // The library sorts them in ascending order.
  const place = (e: number) => COLUMNS - 1 - e;
  for (let e = 0; e < COLUMNS; e++) {
    expect(values[e]).toBeCloseTo(exact.realEigenvalues[place(e)]!, 8);
    let inner = 0;
    for (let i = 0; i < COLUMNS; i++) {
      inner += vectors[i * COLUMNS + e]! * exact.eigenvectorMatrix.get(i, place(e));
    }
    expect(Math.abs(inner)).toBeCloseTo(1, 8);
  }
});

it('finds the same singular values and vectors as a dense decomposition', () => {
  const dense = randomMatrix();
  const exact = new SingularValueDecomposition(matrixOf(dense, COLUMNS));
  const found = beginSvd(sparse(dense, COLUMNS), 5, { seed: 1, threads: 1 }).finish();
  expect(found.rank).toBe(5);
  for (let e = 0; e < 5; e++) {
    expect(found.values[e]! / exact.diagonal[e]! ** 2).toBeCloseTo(1, 4);
    let inner = 0;
    for (let i = 0; i < COLUMNS; i++) {
      inner += found.vectors[i * 5 + e]! * exact.rightSingularVectors.get(i, e);
    }
    expect(Math.abs(inner)).toBeCloseTo(1, 3);
  }
});

it('is deterministic for a seed and copes with identical rows', () => {
  const matrix = sparse(randomMatrix(), COLUMNS);
  expect(beginSvd(matrix, 4, { seed: 9, threads: 1 }).finish()).toEqual(
    beginSvd(matrix, 4, { seed: 9, threads: 1 }).finish(),
  );
  const identical = Array.from({ length: 10 }, () => [1, 0, 1]).flat();
  const same = beginSvd(sparse(identical, 3), 3, { seed: 1, threads: 1 }).finish();
  expect(same.rank).toBe(1);
  expect(same.vectors.every(Number.isFinite)).toBe(true);
});

it('keeps only positive eigenvalues of an indefinite matrix', () => {
  const { rank, values } = beginEigen(sparse([0, 1, 1, 0], 2), 2, { seed: 1, threads: 1 }).finish();
  expect(rank).toBe(1);
  expect(values[0]).toBeCloseTo(1, 5);
});

/** Length of each column of row-major vectors. */
const columnLengths = ({ rank, vectors }: { rank: number; vectors: Float32Array }) =>
  Array.from({ length: rank }, (_, j) => Math.hypot(...vectors.filter((_, i) => i % rank === j)));

it('captures nearly as much as the best subspace of the same rank, for any shape', () => {
  const shape = fc.record({
    rows: fc.integer({ min: 1, max: 60 }),
    columns: fc.integer({ min: 1, max: 40 }),
    wanted: fc.integer({ min: 1, max: 12 }),
    seed: fc.nat(),
  });
  fc.assert(
    fc.property(shape, ({ rows, columns, wanted, seed }) => {
      const random = seededRandom(seed);
      const dense = Float64Array.from({ length: rows * columns }, () =>
        random() < 0.3 ? Math.fround(random() + 0.01) : 0,
      );
      const best = squaresOf(dense, columns)
        .slice(0, wanted)
        .reduce((sum, value) => sum + value, 0);
      const found = beginSvd(sparse(dense, columns), wanted, { seed, threads: 1 }).finish();
      let caught = 0;
      for (let r = 0; r < rows; r++) {
        for (let j = 0; j < found.rank; j++) {
          let inner = 0;
          for (let c = 0; c < columns; c++) {
            inner += dense[r * columns + c]! * found.vectors[c * found.rank + j]!;
          }
          caught += inner * inner;
        }
      }
      expect(caught).toBeGreaterThanOrEqual(0.97 * best - 1e-6);
      expect(caught).toBeLessThanOrEqual(1.01 * best + 1e-6);
    }),
    // A random start that misses the strongest direction.
    { numRuns: 60, examples: [[{ rows: 16, columns: 16, wanted: 1, seed: 7 }]] },
  );
});

it('gives vectors of unit length, also those that have not converged', () => {
  const size = 150;
  const random = seededRandom(8);
  const dense = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const value = random() < 0.05 ? Math.fround(random()) : 0;
      dense[i * size + j] = value;
      dense[j * size + i] = value;
    }
  }
  const lengths = [
    ...columnLengths(beginEigen(sparse(dense, size), 80, { seed: 1, threads: 1 }).finish()),
    ...columnLengths(beginSvd(sparse(dense, size), 80, { seed: 1, threads: 1 }).finish()),
  ];
  expect(lengths.length).toBeGreaterThan(100);
  for (const length of lengths) expect(length).toBeCloseTo(1, 4);
});
