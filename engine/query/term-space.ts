import type { ConceptModel } from '../concept/model.ts';
import { createScanKernels, type ScanKernels } from '../kernels/scan.ts';
import type { ForwardScan } from '../segment/forward-scan.ts';
import { quantizeQuery } from '../segment/query-vector.ts';

const LANES = 16;
/** Terms that are compared in one go. */
const BATCH_TERMS = 4_096;

/** Association vectors of the model's terms in kernel memory. */
export class TermSpace {
  readonly #kernels: ScanKernels;
  readonly #factors: Float32Array;
  readonly #values: Int8Array;
  readonly #query: Int16Array;
  readonly #list: Uint32Array;
  readonly #dots: Int32Array;
  /** Nearness of each term to the query, NaN = not asked for yet. */
  readonly #nearness: Float32Array;

  constructor({ associations, idf }: Pick<ConceptModel, 'associations' | 'idf'>) {
    const { width, values, scales } = associations;
    const terms = scales.length;
    const padded = Math.max(1, Math.ceil(width / LANES)) * LANES;
    this.#kernels = createScanKernels(terms * padded + 2 * padded + 8 * BATCH_TERMS + 128);
    this.#values = this.#kernels.i8(terms * padded);
    for (let t = 0; t < terms; t++) {
      this.#values.set(values.subarray(t * width, (t + 1) * width), t * padded);
    }
    this.#query = this.#kernels.i16(padded);
    this.#list = this.#kernels.u32(BATCH_TERMS);
    this.#dots = this.#kernels.i32(BATCH_TERMS);
    this.#factors = scales.map((scale, t) => scale * idf[t]!);
    this.#nearness = new Float32Array(terms);
  }

  /**
   * Starts a query. The returned function writes idf × inner product with the query for terms of a
   * segment; a term is compared once, however many segments ask.
   */
  nearness(query: Float32Array | null): (terms: Uint32Array, forward: ForwardScan) => void {
    if (!query) {
      return (terms, { nearness }) => {
        for (const term of terms) nearness[term] = 0;
      };
    }
    const padded = new Float32Array(this.#query.length);
    padded.set(query);
    const { steps, step } = quantizeQuery(padded);
    const nearness = this.#nearness.fill(Number.NaN);
    return (terms, forward) => {
      const { modelTerms } = forward.rows;
      this.#query.set(steps);
      let waiting = 0;
      for (const term of terms) {
        const number = modelTerms[term]!;
        if (number >= nearness.length || !Number.isNaN(nearness[number]!)) continue;
        nearness[number] = 0;
        this.#list[waiting++] = number;
        if (waiting === BATCH_TERMS) waiting = this.#compare(waiting, step);
      }
      this.#compare(waiting, step);
      for (const term of terms) {
        const number = modelTerms[term]!;
        forward.nearness[term] = number < nearness.length ? nearness[number]! : 0;
      }
    };
  }

  #compare(count: number, step: number): 0 {
    const list = this.#list.subarray(0, count);
    this.#kernels.dotsAt(this.#query, this.#values, list, this.#dots);
    for (let i = 0; i < count; i++) {
      const number = list[i]!;
      this.#nearness[number] = this.#dots[i]! * step * this.#factors[number]!;
    }
    return 0;
  }
}
