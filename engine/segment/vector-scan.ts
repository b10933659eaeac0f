import type { QuantizedRows } from '../concept/quantize.ts';
import { createKernels, type Kernels } from '../kernels/kernels.ts';

const LANES = 16;

/** Quantises a vector to eight bits by its largest entry; returns the value of one step. */
export function quantizeInto(to: Int8Array, vector: Float32Array): number {
  let largest = 0;
  for (let j = 0; j < vector.length; j++) largest = Math.max(largest, Math.abs(vector[j]!));
  if (largest === 0) return 0;
  for (let j = 0; j < vector.length; j++) to[j] = Math.round((vector[j]! * 127) / largest);
  return largest / 127;
}

/** Eight-bit vectors in kernel memory, compared with one query at a time. */
export class VectorScan {
  readonly #kernels: Kernels;
  readonly #rows: Int8Array;
  readonly #scales: Float32Array;
  readonly #query: Int8Array;
  readonly #dots: Int32Array;
  readonly #width: number;

  /** Copies the vectors; their width is padded to whole lanes. */
  constructor(vectors: QuantizedRows) {
    const { width, values, scales } = vectors;
    const count = scales.length;
    this.#width = Math.max(1, Math.ceil(width / LANES)) * LANES;
    this.#kernels = createKernels(count * (this.#width + 4) + this.#width + 64);
    this.#rows = this.#kernels.i8(count * this.#width);
    this.#query = this.#kernels.i8(this.#width);
    this.#dots = this.#kernels.i32(count);
    this.#scales = scales;
    if (width === this.#width) this.#rows.set(values);
    else {
      for (let r = 0; r < count; r++) {
        this.#rows.set(values.subarray(r * width, (r + 1) * width), r * this.#width);
      }
    }
  }

  /** Inner products of a vector, quantised to eight bits, with all rows. */
  scores(vector: Float32Array): Float32Array {
    const step = quantizeInto(this.#query.fill(0), vector);
    const count = this.#scales.length;
    this.#kernels.dotRows(this.#query, this.#rows, count, this.#width, this.#dots);
    const out = new Float32Array(count);
    for (let r = 0; r < count; r++) out[r] = this.#dots[r]! * this.#scales[r]! * step;
    return out;
  }
}
