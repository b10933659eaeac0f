import { type Arrays, f32, i8, i16, u32 } from '../kernels/arena.ts';
import type { Kernels } from '../kernels/build-kernels.ts';
import { createKernels } from '../kernels/kernels.ts';
import { panelWidth } from '../kernels/panel.ts';
import type { Finish } from '../kernels/team.ts';
import type { QuantizedRows } from './quantize.ts';

/** Documents summed by one kernel call. */
const CHUNK_ROWS = 1024;
/** Terms of a chunk. A single document may need more. */
const CHUNK_TERMS = 1 << 17;
/** Largest quantised weight, and largest sum of a document's weights: 127 times the sum fits 31 bits. */
const MAX_STEP = 32_767;
const MAX_STEPS = (2 ** 31 - 2 ** 24) / 127;

/** Receives sums, row-major `count × width`. The array is reused after the call. */
export type SumSink = (sums: Float32Array, count: number) => void;

/** A batch of documents in kernel memory. */
const chunkLayout = (capacity: number, width: number) => ({
  matrix: {
    starts: u32(CHUNK_ROWS + 1),
    indices: u32(capacity),
    steps: i16(capacity),
    scales: f32(CHUNK_ROWS),
  },
  out: f32(CHUNK_ROWS * width),
});

type Chunk = Arrays<ReturnType<typeof chunkLayout>>;

/**
 * Weighted sums of term vectors: the vector of a bag of terms in concept or association space before it
 * is scaled to unit length. Weights are quantised to fifteen bits relative to the largest weight of their
 * document, so that sums are exact integers. Documents are processed in chunks, in order: while one chunk
 * is collected, other threads sum the previous one.
 */
export class TermSums {
  readonly #kernels: Kernels;
  readonly #sink: SumSink;
  readonly #columns: number;
  readonly #width: number;
  readonly #vectorScales: Float32Array;
  readonly #values: Int8Array;
  readonly #weights: Float32Array;
  #collected: Chunk;
  #summed: Chunk;
  /** Waits for the sums of the previous chunk and passes them to the sink. */
  #finishSums: Finish = () => {};
  #rows = 0;
  #length = 0;

  /**
   * @param vectors one row for each term; a document contains each term at most once
   * @param threads number of threads; `finish` stops them
   */
  constructor(vectors: QuantizedRows, threads: number, sink: SumSink) {
    const terms = vectors.scales.length;
    const columns = vectors.width;
    const width = panelWidth(columns);
    this.#sink = sink;
    this.#columns = columns;
    this.#width = width;
    this.#vectorScales = vectors.scales;
    const capacity = Math.max(CHUNK_TERMS, terms) + CHUNK_ROWS;
    const chunk = chunkLayout(capacity, width);
    const { kernels, arrays } = createKernels(
      { values: i8(terms * width), collected: chunk, summed: chunk },
      threads,
    );
    this.#kernels = kernels;
    this.#values = arrays.values;
    this.#collected = arrays.collected;
    this.#summed = arrays.summed;
    this.#weights = new Float32Array(capacity);
    if (width === columns) this.#values.set(vectors.values);
    else {
      for (let t = 0; t < terms; t++) {
        const vector = vectors.values.subarray(t * columns, (t + 1) * columns);
        this.#values.set(vector, t * width);
      }
    }
  }

  /** Adds a term to the current document. */
  add(term: number, weight: number): void {
    // One entry is reserved for padding, which a row that ended may have used.
    if (this.#length + 1 >= this.#weights.length) this.#flushEnded();
    this.#collected.matrix.indices[this.#length] = term;
    this.#weights[this.#length++] = weight * this.#vectorScales[term]!;
  }

  /** Ends the current document. */
  endRow(): void {
    const { starts, indices, steps, scales } = this.#collected.matrix;
    const from = starts[this.#rows]!;
    let largest = 0;
    let total = 0;
    for (let i = from; i < this.#length; i++) {
      const size = Math.abs(this.#weights[i]!);
      if (size > largest) largest = size;
      total += size;
    }
    const inverse = largest > 0 ? Math.min(MAX_STEP / largest, MAX_STEPS / total) : 0;
    // The same as Math.round, several times as fast.
    const half = MAX_STEP + 1.5;
    for (let i = from; i < this.#length; i++) {
      steps[i] = ((this.#weights[i]! * inverse + half) | 0) - MAX_STEP - 1;
    }
    if ((this.#length - from) % 2 === 1) {
      indices[this.#length] = 0;
      steps[this.#length++] = 0;
    }
    scales[this.#rows] = inverse > 0 ? 1 / inverse : 0;
    starts[++this.#rows] = this.#length;
    if (this.#rows === CHUNK_ROWS) this.#flush();
  }

  /** Starts the sums of all finished documents and moves the current document to the front. */
  #flushEnded(): void {
    const { starts, indices } = this.#collected.matrix;
    const from = starts[this.#rows]!;
    const length = this.#length;
    this.#flush();
    this.#collected.matrix.indices.set(indices.subarray(from, length));
    this.#weights.copyWithin(0, from, length);
    this.#length = length - from;
  }

  /** Emits the sums of the previous chunk and starts those of all finished documents. */
  #flush(): void {
    this.#finishSums();
    [this.#collected, this.#summed] = [this.#summed, this.#collected];
    const [rows, columns, width] = [this.#rows, this.#columns, this.#width];
    const { matrix, out } = this.#summed;
    const finishKernel = this.#kernels.project(matrix, rows, this.#values, width, out);
    this.#finishSums = () => {
      finishKernel();
      if (width !== columns) {
        for (let r = 1; r < rows; r++) {
          out.copyWithin(r * columns, r * width, r * width + columns);
        }
      }
      if (rows > 0) this.#sink(out.subarray(0, rows * columns), rows);
    };
    this.#rows = 0;
    this.#length = 0;
  }

  /** Emits the last sums and stops the threads. */
  finish(): void {
    this.#flush();
    this.#finishSums();
    this.#kernels.close();
  }
}
