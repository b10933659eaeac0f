import { type SparseMatrix, transposeSparse } from './sparse.ts';
import { type Field, UnitCounter } from './unit-counter.ts';
import type { Vocabulary } from './vocabulary.ts';

/** An order of all rows in which the first quarter and the first half are evenly spaced samples. */
function spreadOrder(rows: number): Uint32Array {
  const order = new Uint32Array(rows);
  let position = 0;
  for (const [first, step] of [
    [0, 4],
    [2, 4],
    [1, 2],
  ] as const) {
    for (let r = first; r < rows; r += step) order[position++] = r;
  }
  return order;
}

/**
 * The matrix that latent semantic analysis factorises: the weights of each row's units, scaled to unit
 * length. Its first quarter and its first half are evenly spaced samples of all rows.
 */
export function conceptMatrix(vocabulary: Vocabulary, fields: readonly Field[]): SparseMatrix {
  const { rows, tokens, idf } = vocabulary;
  const counter = new UnitCounter(vocabulary, fields);
  const starts = new Uint32Array(rows + 1);
  const indices = new Uint32Array(2 * tokens.length);
  const values = new Float32Array(2 * tokens.length);
  let length = 0;
  spreadOrder(rows).forEach((r, position) => {
    const first = length;
    counter.addRow(vocabulary, r);
    let sum = 0;
    for (let i = 0; i < counter.size; i++) {
      const unit = counter.units[i]!;
      const weight = counter.conceptWeight(unit);
      indices[length] = unit;
      values[length++] = weight;
      sum += weight * weight;
    }
    counter.clear();
    const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    for (let i = first; i < length; i++) values[i]! *= scale;
    starts[position + 1] = length;
  });
  const entries = { indices: indices.subarray(0, length), values: values.subarray(0, length) };
  // Transposing twice sorts the columns within each row.
  return transposeSparse(transposeSparse({ rows, columns: idf.length, starts, ...entries }));
}
