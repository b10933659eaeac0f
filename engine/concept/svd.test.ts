import { expect, it } from 'vitest';
import { gaussian, seededRandom } from '../random.ts';
import { symmetricEigen } from './linear-algebra.ts';
import { SparseBuilder, type SparseMatrix } from './sparse.ts';
import { truncatedEigen, truncatedSvd } from './svd.ts';

const ROWS = 40;
const COLUMNS = 25;

/** A sparse matrix with falling singular values, and its dense form. */
function randomMatrix(): { sparse: SparseMatrix; dense: Float64Array } {
  const normal = gaussian(seededRandom(3));
  const pick = seededRandom(4);
  const builder = new SparseBuilder(COLUMNS);
  const dense = new Float64Array(ROWS * COLUMNS);
  for (let r = 0; r < ROWS; r++) {
    for (let c = 0; c < COLUMNS; c++) {
      if (pick() > 0.3) continue;
      const value = Math.fround(normal() / (1 + c));
      builder.push(c, value);
      dense[r * COLUMNS + c] = value;
    }
    builder.endRow(false);
  }
  return { sparse: builder.build(), dense };
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
  const gram = denseGram(randomMatrix().dense);
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
  const { sparse, dense } = randomMatrix();
  const exact = symmetricEigen(denseGram(dense), COLUMNS);
  const found = truncatedSvd(sparse, 5, 1);
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
  const { sparse } = randomMatrix();
  expect(truncatedSvd(sparse, 4, 9)).toEqual(truncatedSvd(sparse, 4, 9));
  const builder = new SparseBuilder(3);
  for (let r = 0; r < 10; r++) {
    builder.push(0, 1);
    builder.push(2, 1);
    builder.endRow(true);
  }
  const same = truncatedSvd(builder.build(), 3, 1);
  expect(same.rank).toBe(1);
  expect(same.vectors.every(Number.isFinite)).toBe(true);
});

it('keeps only positive eigenvalues of an indefinite matrix', () => {
  const builder = new SparseBuilder(2);
  builder.push(1, 1);
  builder.endRow(false);
  builder.push(0, 1);
  builder.endRow(false);
  const { rank, values } = truncatedEigen(builder.build(), 2, 1);
  expect(rank).toBe(1);
  expect(values[0]).toBeCloseTo(1, 5);
});
