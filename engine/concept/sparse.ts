/** A sparse matrix in compressed rows. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Start of each row in `indices` and `values`; rows + 1 entries. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}

/** Collects rows of a sparse matrix whose size is not known beforehand. */
export class SparseBuilder {
  readonly #columns: number;
  #starts: number[] = [0];
  #indices = new Uint32Array(1024);
  #values = new Float32Array(1024);
  #length = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Adds an entry to the current row. */
  push(column: number, value: number): void {
    if (this.#length === this.#indices.length) {
      const indices = new Uint32Array(this.#length * 2);
      indices.set(this.#indices);
      this.#indices = indices;
      const values = new Float32Array(this.#length * 2);
      values.set(this.#values);
      this.#values = values;
    }
    this.#indices[this.#length] = column;
    this.#values[this.#length++] = value;
  }

  /** Ends the current row, scaled to unit length if `normalize`. */
  endRow(normalize: boolean): void {
    const start = this.#starts.at(-1)!;
    if (normalize) {
      let sum = 0;
      for (let i = start; i < this.#length; i++) sum += this.#values[i]! ** 2;
      const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
      for (let i = start; i < this.#length; i++) this.#values[i]! *= scale;
    }
    this.#starts.push(this.#length);
  }

  /** The matrix of all ended rows. */
  build(): SparseMatrix {
    return {
      rows: this.#starts.length - 1,
      columns: this.#columns,
      starts: Uint32Array.from(this.#starts),
      indices: this.#indices.slice(0, this.#length),
      values: this.#values.slice(0, this.#length),
    };
  }
}

/** out = Aᵀ(A X) for a panel X of `columns × width`, in one pass over the rows of A. */
export function applyGram(a: SparseMatrix, x: Float32Array, width: number): Float32Array {
  const out = new Float32Array(x.length);
  const y = new Float32Array(width);
  for (let r = 0; r < a.rows; r++) {
    const end = a.starts[r + 1]!;
    y.fill(0);
    for (let i = a.starts[r]!; i < end; i++) {
      const base = a.indices[i]! * width;
      const value = a.values[i]!;
      for (let j = 0; j < width; j++) y[j]! += value * x[base + j]!;
    }
    for (let i = a.starts[r]!; i < end; i++) {
      const base = a.indices[i]! * width;
      const value = a.values[i]!;
      for (let j = 0; j < width; j++) out[base + j]! += value * y[j]!;
    }
  }
  return out;
}

/** out = A X for a square A and a panel X of `columns × width`. */
export function applyMatrix(a: SparseMatrix, x: Float32Array, width: number): Float32Array {
  const out = new Float32Array(a.rows * width);
  for (let r = 0; r < a.rows; r++) {
    const end = a.starts[r + 1]!;
    const to = r * width;
    for (let i = a.starts[r]!; i < end; i++) {
      const base = a.indices[i]! * width;
      const value = a.values[i]!;
      for (let j = 0; j < width; j++) out[to + j]! += value * x[base + j]!;
    }
  }
  return out;
}
