import type { ConceptModel } from '../concept/model.ts';
import { normalize, type QuantizedRows } from '../concept/quantize.ts';
import { bytesOf, type SectionInput } from '../file/container.ts';
import { createKernels, type Kernels, laneWidth } from '../kernels/kernels.ts';
import { NO_TERM } from './format.ts';
import { VectorWriter } from './vector-writer.ts';

/** Times a word of a title counts in concept vectors. */
export const TITLE_COUNT = 2;

/** Rows of a segment as term numbers: field after field, row after row. */
export interface Forward {
  readonly terms: readonly string[];
  readonly tokens: Uint32Array;
  /** End of each field of each row in `tokens`; rows × fields entries. */
  readonly ends: Uint32Array;
  readonly rows: number;
  readonly fields: number;
}

/** Term rows of a model as f32 panels in kernel memory, for sums over the terms of a document. */
class TermPanel {
  readonly #kernels: Kernels;
  readonly #panel: Float32Array;
  readonly #indices: Uint32Array;
  readonly #values: Float32Array;
  readonly #sum: Float32Array;
  readonly #width: number;
  readonly #columns: number;
  #length = 0;

  constructor(rows: QuantizedRows) {
    const count = rows.scales.length;
    this.#columns = rows.width;
    this.#width = laneWidth(rows.width);
    this.#kernels = createKernels(4 * (count + 1) * this.#width + 8 * count + 128);
    this.#panel = this.#kernels.f32(count * this.#width);
    this.#indices = this.#kernels.u32(count);
    this.#values = this.#kernels.f32(count);
    this.#sum = this.#kernels.f32(this.#width);
    for (let r = 0; r < count; r++) {
      for (let j = 0; j < rows.width; j++) {
        this.#panel[r * this.#width + j] = rows.values[r * rows.width + j]! * rows.scales[r]!;
      }
    }
  }

  /** Adds a term to the next sum. */
  add(term: number, weight: number): void {
    this.#indices[this.#length] = term;
    this.#values[this.#length++] = weight;
  }

  /** The weighted sum of the added terms; valid until the next call. */
  sum(): Float32Array {
    this.#sum.fill(0);
    this.#kernels.gather(
      this.#indices.subarray(0, this.#length),
      this.#values.subarray(0, this.#length),
      this.#panel,
      this.#width,
      this.#sum,
    );
    this.#length = 0;
    return this.#sum.subarray(0, this.#columns);
  }
}

/** Concept vectors of all rows, and the lengths of their association vectors. */
export function vectorSections(
  forward: Forward,
  model: ConceptModel,
  titles: readonly boolean[],
): SectionInput[] {
  const modelTerms = Int32Array.from(forward.terms, (term) => model.vocabulary.find(term));
  const concepts = new TermPanel(model.projection);
  const associations = new TermPanel(model.associations);
  const associated = model.associations.scales.length;
  const vectors = new VectorWriter(model.dimensions);
  const norms = new Float32Array(forward.rows);
  const counts = new Uint32Array(model.vocabulary.size);
  const plain = new Uint32Array(model.vocabulary.size);
  const touched: number[] = [];
  let at = 0;
  for (let r = 0; r < forward.rows; r++) {
    for (let f = 0; f < forward.fields; f++) {
      for (const end = forward.ends[r * forward.fields + f]!; at < end; at++) {
        const term = modelTerms[forward.tokens[at]!]!;
        if (term < 0) continue;
        if (plain[term]!++ === 0) touched.push(term);
        counts[term]! += titles[f] ? TITLE_COUNT : 1;
      }
    }
    for (const term of touched) {
      const idf = model.idf[term]!;
      concepts.add(term, (1 + Math.log(counts[term]!)) * idf);
      // Nearness at query time counts every occurrence once, so the length does too.
      if (term < associated) associations.add(term, plain[term]! * idf);
      counts[term] = 0;
      plain[term] = 0;
    }
    touched.length = 0;
    vectors.add(normalize(concepts.sum()));
    norms[r] = Math.sqrt(associations.sum().reduce((sum, x) => sum + x * x, 0));
  }
  return [
    { name: 'modelTerms', bytes: bytesOf(modelTerms.map((t) => (t < 0 ? NO_TERM : t))) },
    ...vectors.sections(),
    { name: 'associationNorms', bytes: bytesOf(norms) },
  ];
}
