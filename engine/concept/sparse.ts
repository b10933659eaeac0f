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
