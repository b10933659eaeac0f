import { EIGHT_BITS, type QuantizedRows, quantizeRows } from '../concept/quantize.ts';
import { f32 } from '../kernels/arena.ts';
import { createScanKernels } from '../kernels/scan.ts';
import type { ScanKernels } from '../kernels/scan-kernels.ts';
import { type Rotation, rotation } from './rotation.ts';

const BATCH_ROWS = 64;

/**
 * Encodes the vectors of a segment's rows: rotates them, then quantises entries to eight bits or fewer. Scaled, the encoded
 * rows have unit length again, so that an inner product with one is its cosine.
 */
export class VectorWriter {
  readonly #dimensions: number;
  readonly #steps: number;
  readonly #rotation: Rotation;
  readonly #kernels: ScanKernels;
  readonly #factors: Float32Array;
  readonly #batch: Float32Array;
  readonly #values: Int8Array;
  readonly #scales: Float32Array;
  #written = 0;
  #waiting = 0;

  /**
   * @param dimensions number of entries of a vector
   * @param rows total number of vectors
   * @param steps see `quantizeRows`
   */
  constructor(dimensions: number, rows: number, steps = EIGHT_BITS) {
    this.#dimensions = dimensions;
    this.#steps = steps;
    this.#rotation = rotation(dimensions);
    const { width, factors } = this.#rotation;
    const { kernels, arrays } = createScanKernels({
      factors: f32(2 * width),
      batch: f32(BATCH_ROWS * width),
    });
    this.#kernels = kernels;
    this.#factors = arrays.factors;
    this.#factors.set(factors);
    this.#batch = arrays.batch;
    this.#values = new Int8Array(rows * width);
    this.#scales = new Float32Array(rows);
  }

  /** Appends one or more unit vectors, row-major. */
  add(vectors: Float32Array): void {
    const { width } = this.#rotation;
    for (let at = 0; at < vectors.length; at += this.#dimensions) {
      const to = this.#waiting * width;
      this.#batch.fill(0, to + this.#dimensions, to + width);
      this.#batch.set(vectors.subarray(at, at + this.#dimensions), to);
      if (++this.#waiting === BATCH_ROWS) this.#flush();
    }
  }

  #flush(): void {
    const { width, size } = this.#rotation;
    const entries = this.#waiting * width;
    const batch = this.#batch.subarray(0, entries);
    this.#kernels.rotate(batch, width, size, this.#factors);
    const { values } = quantizeRows(batch, width, this.#steps);
    this.#values.set(values, this.#written * width);
    for (let r = 0; r < this.#waiting; r++) {
      let square = 0;
      for (let i = r * width; i < (r + 1) * width; i++) square += values[i]! ** 2;
      this.#scales[this.#written + r] = square > 0 ? 1 / Math.sqrt(square) : 0;
    }
    this.#written += this.#waiting;
    this.#waiting = 0;
  }

  /** The encoded rows. */
  finish(): QuantizedRows {
    this.#flush();
    return { width: this.#rotation.width, values: this.#values, scales: this.#scales };
  }
}
