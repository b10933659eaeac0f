import { createKernels, type Kernels, type SparseRows } from '../kernels/kernels.ts';
import { BLOCK, panelIndex, panelWidth } from '../kernels/panel.ts';
import type { QuantizedRows } from './quantize.ts';

/** Documents summed up by one call of the kernel. */
const CHUNK_ROWS = 1024;
/** Terms of a chunk; a single document may need more. */
const CHUNK_TERMS = 1 << 17;

/** Receives sums, row-major `count × width`; the array is used again afterwards. */
export type SumSink = (sums: Float32Array, count: number) => void;

/**
 * Weighted sums of term vectors: what a bag of terms is in concept or association space before it is
 * scaled to unit length. Documents are handed on in chunks, in their order.
 */
export class TermSums {
  readonly #kernels: Kernels;
  readonly #sink: SumSink;
  readonly #columns: number;
  readonly #width: number;
  readonly #terms: number;
  readonly #panel: Float32Array;
  readonly #matrix: SparseRows;
  readonly #image: Float32Array;
  readonly #out: Float32Array;
  #rows = 0;
  #length = 0;

  /** @param vectors one row for each term; a document has each term once at most */
  constructor(vectors: QuantizedRows, sink: SumSink) {
    const terms = vectors.scales.length;
    this.#sink = sink;
    this.#columns = vectors.width;
    this.#width = panelWidth(vectors.width);
    this.#terms = terms;
    const capacity = Math.max(CHUNK_TERMS, terms);
    const floats = (terms + CHUNK_ROWS) * this.#width + 2 * capacity + CHUNK_ROWS;
    this.#kernels = createKernels(4 * floats + 256);
    this.#panel = this.#kernels.f32(terms * this.#width);
    this.#matrix = {
      starts: this.#kernels.u32(CHUNK_ROWS + 1),
      indices: this.#kernels.u32(capacity),
      values: this.#kernels.f32(capacity),
    };
    this.#image = this.#kernels.f32(CHUNK_ROWS * this.#width);
    this.#out = new Float32Array(CHUNK_ROWS * vectors.width);
    for (let t = 0, from = 0; t < terms; t++) {
      const scale = vectors.scales[t]!;
      for (let first = 0; first < vectors.width; first += BLOCK) {
        const stop = Math.min(BLOCK, vectors.width - first);
        const to = panelIndex(terms, t, first);
        for (let j = 0; j < stop; j++) this.#panel[to + j] = vectors.values[from++]! * scale;
      }
    }
  }

  /** Adds a term to the current document. */
  add(term: number, weight: number): void {
    if (this.#length === this.#matrix.indices.length) this.#flushEnded();
    this.#matrix.indices[this.#length] = term;
    this.#matrix.values[this.#length++] = weight;
  }

  /** Ends the current document. */
  endRow(): void {
    this.#matrix.starts[++this.#rows] = this.#length;
    if (this.#rows === CHUNK_ROWS) this.flush();
  }

  /** Sums up the documents before the current one and moves its terms to the front. */
  #flushEnded(): void {
    const from = this.#matrix.starts[this.#rows]!;
    const length = this.#length;
    this.flush();
    this.#matrix.indices.copyWithin(0, from, length);
    this.#matrix.values.copyWithin(0, from, length);
    this.#length = length - from;
  }

  /** Hands on the sums of all ended documents. */
  flush(): void {
    const rows = this.#rows;
    const { starts, indices, values } = this.#matrix;
    const ended = { starts: starts.subarray(0, rows + 1), indices, values };
    this.#kernels.multiply(ended, this.#panel, this.#terms, this.#width, this.#image);
    const columns = this.#columns;
    for (let first = 0; first < columns; first += BLOCK) {
      const count = Math.min(BLOCK, columns - first);
      const base = panelIndex(rows, 0, first);
      for (let r = 0; r < rows; r++) {
        const from = base + r * BLOCK;
        this.#out.set(this.#image.subarray(from, from + count), r * columns + first);
      }
    }
    this.#rows = 0;
    this.#length = 0;
    if (rows > 0) this.#sink(this.#out.subarray(0, rows * columns), rows);
  }
}
