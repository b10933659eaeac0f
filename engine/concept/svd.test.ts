import { expect, it } from 'vitest';
import { gaussian, seededRandom } from '../random.ts';
import { symmetricEigen } from './linear-algebra.ts';
import type { SparseMatrix } from './sparse.ts';
import { truncatedEigen, truncatedSvd } from './svd.ts';

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

function denseGram(dense: Float64Array): Float64Array {
  const gram = new Float64Array(COLUMNS * COLUMNS);
  for (let r = 0; r < ROWS; r++) {
    for (let i = 0; i < COLUMNS; i++) {
      for (let j = 0; j < COLUMNS; j++) {
        gram[i * COLUMNS + j]! += dense[r * COLUMNS + i]! * dense[r * COLUMNS + j]!;
      }
    }
  }
  return gram;
}

it('finds the eigenvectors of a dense symmetric matrix', () => {
  const gram = denseGram(randomMatrix());
  const { values, vectors } = symmetricEigen(gram, COLUMNS);
  for (let e = 0; e < COLUMNS; e++) {
    for (let i = 0; i < COLUMNS; i++) {
      let image = 0;
      for (let j = 0; j < COLUMNS; j++) image += gram[i * COLUMNS + j]! * vectors[j * COLUMNS + e]!;
      expect(image).toBeCloseTo(values[e]! * vectors[i * COLUMNS + e]!, 8);
    }
  }
});

it('finds the same singular values and vectors as the dense solution', () => {
  const dense = randomMatrix();
  const exact = symmetricEigen(denseGram(dense), COLUMNS);
  const found = truncatedSvd(sparse(dense, COLUMNS), 5, 1);
  expect(found.rank).toBe(5);
  for (let e = 0; e < 5; e++) {
    expect(found.values[e]! / exact.values[e]!).toBeCloseTo(1, 4);
    let inner = 0;
    for (let i = 0; i < COLUMNS; i++) {
      inner += found.vectors[i * 5 + e]! * exact.vectors[i * COLUMNS + e]!;
    }
    expect(Math.abs(inner)).toBeCloseTo(1, 3);
  }
});

it('is deterministic for a seed and copes with identical rows', () => {
  const matrix = sparse(randomMatrix(), COLUMNS);
  expect(truncatedSvd(matrix, 4, 9)).toEqual(truncatedSvd(matrix, 4, 9));
  const identical = Array.from({ length: 10 }, () => [1, 0, 1]).flat();
  const same = truncatedSvd(sparse(identical, 3), 3, 1);
  expect(same.rank).toBe(1);
  expect(same.vectors.every(Number.isFinite)).toBe(true);
});

it('keeps only positive eigenvalues of an indefinite matrix', () => {
  const { rank, values } = truncatedEigen(sparse([0, 1, 1, 0], 2), 2, 1);
  expect(rank).toBe(1);
  expect(values[0]).toBeCloseTo(1, 5);
});
