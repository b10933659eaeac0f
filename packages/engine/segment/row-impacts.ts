import type { TermRows } from '../concept/term-rows.ts';
import { K1 } from '../ranking-constants.ts';
import type { SchemaColumn } from '../schema.ts';

/**
 * The BM25F impacts of a row's terms (Robertson, Zaragoza, Taylor 2004): the weighted, length-normalised
 * frequencies of all fields are added up and then saturated. This part of the score does not depend on the
 * query.
 */
export class RowImpacts {
  /** The distinct terms of the row, in order of first occurrence; the first `size` entries. */
  readonly terms: Uint32Array;
  size = 0;
  readonly #fields: readonly Pick<SchemaColumn, 'weight' | 'b'>[];
  readonly #averageLengths: readonly number[];
  readonly #frequencies: Float64Array;
  readonly #occurrences: Uint32Array;

  /**
   * @param fields the searched columns, in field order
   * @param averageLengths mean number of terms of each field
   * @param termCount terms have smaller numbers
   */
  constructor(
    fields: readonly Pick<SchemaColumn, 'weight' | 'b'>[],
    averageLengths: readonly number[],
    termCount: number,
  ) {
    this.#fields = fields;
    this.#averageLengths = averageLengths;
    this.terms = new Uint32Array(termCount);
    this.#frequencies = new Float64Array(termCount);
    this.#occurrences = new Uint32Array(termCount);
  }

  /** Reads the terms of a row. */
  addRow({ tokens, ends, fieldCount }: TermRows, row: number): void {
    const first = row * fieldCount;
    let at = first === 0 ? 0 : ends[first - 1]!;
    for (let f = 0; f < fieldCount; f++) {
      const end = ends[first + f]!;
      const { weight, b } = this.#fields[f]!;
      const norm = weight / (1 - b + (b * (end - at)) / this.#averageLengths[f]!);
      for (; at < end; at++) {
        const term = tokens[at]!;
        if (this.#occurrences[term]!++ === 0) this.terms[this.size++] = term;
        this.#frequencies[term]! += norm;
      }
    }
  }

  /** Impact of a term in the row, 0 to K1 + 1. */
  impact(term: number): number {
    const frequency = this.#frequencies[term]!;
    return (frequency * (K1 + 1)) / (frequency + K1);
  }

  /** Whether a term occurs at least twice in the row. */
  isRepeated(term: number): boolean {
    return this.#occurrences[term]! >= 2;
  }

  /** Forgets the row. */
  clear(): void {
    for (let i = 0; i < this.size; i++) {
      const term = this.terms[i]!;
      this.#frequencies[term] = 0;
      this.#occurrences[term] = 0;
    }
    this.size = 0;
  }
}
