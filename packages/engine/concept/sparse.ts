/** A sparse matrix in compressed sparse row format. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Start of each row in `indices` and `values`; rows + 1 entries. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/**
 * The transpose, by a counting sort. Its rows list their columns in ascending order, which makes products
 * with a panel two to three times as fast: adjacent panel rows share memory pages and are prefetched.
 * Threads are given its text (`runApart`), so it has no names from outside.
 */
export function transposeSparse(matrix: SparseMatrix): SparseMatrix {
  const starts = new Uint32Array(matrix.columns + 1);
  // Until V8 has compiled a loop, `for…of` makes an object for each entry.
  for (let i = 0; i < matrix.indices.length; i++) starts[matrix.indices[i]! + 1]!++;
  for (let c = 0; c < matrix.columns; c++) starts[c + 1]! += starts[c]!;
  const fill = starts.slice();
  const indices = new Uint32Array(matrix.indices.length);
  const values = new Float32Array(matrix.indices.length);
  for (let r = 0, i = 0; r < matrix.rows; r++) {
    for (const end = matrix.starts[r + 1]!; i < end; i++) {
      const to = fill[matrix.indices[i]!]!++;
      indices[to] = r;
      values[to] = matrix.values[i]!;
    }
  }
  return { rows: matrix.columns, columns: matrix.rows, starts, indices, values };
}
