/** A sparse matrix in compressed rows. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Start of each row in `indices` and `values`; rows + 1 entries. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}
