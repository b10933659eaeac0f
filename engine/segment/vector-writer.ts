import { quantizeRows } from '../concept/quantize.ts';
import { bytesOf, type SectionInput } from '../file/container.ts';
import { GrowableBytes } from '../file/growable.ts';

/** Collects the concept vectors of a segment, eight bits an entry. */
export class VectorWriter {
  readonly #width: number;
  readonly #values = new GrowableBytes();
  readonly #scales = new GrowableBytes();

  /** @param width entries of a vector */
  constructor(width: number) {
    this.#width = width;
  }

  /** Appends unit vectors, row-major: one or many at once. */
  add(vectors: Float32Array): void {
    const { values, scales } = quantizeRows(vectors, this.#width);
    this.#values.append(bytesOf(values));
    this.#scales.append(bytesOf(scales));
  }

  /** The finished sections. */
  sections(): SectionInput[] {
    return [
      { name: 'vectors', bytes: this.#values.view() },
      { name: 'vectorScales', bytes: this.#scales.view() },
    ];
  }
}
