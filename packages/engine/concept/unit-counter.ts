import type { ColumnKind } from '../column-kind.ts';
import { TITLE_COUNT } from '../ranking-constants.ts';
import type { PairTable } from './pair-table.ts';
import { PairReader } from './pairs.ts';
import type { TermRows } from './term-rows.ts';

/** The units of a model, and their weights. */
export interface Units {
  readonly pairs: PairTable;
  /** Inverse document frequency of all terms, followed by all pairs. */
  readonly idf: Float32Array;
}

/** A field of a row. */
export interface Field {
  readonly kind: ColumnKind;
}

/**
 * Counts the units of a row: the terms of the model, and the pairs that adjacent terms form within a field.
 * This is the only place that decides what a row consists of: training, building and the quality card
 * count by it.
 */
export class UnitCounter {
  /** The distinct units of the row, in order of first occurrence; the first `size` entries. */
  readonly units: Uint32Array;
  size = 0;
  readonly #idf: Float32Array;
  readonly #terms: number;
  readonly #pairs: PairReader;
  readonly #titles: readonly boolean[];
  readonly #numbers: Uint32Array | undefined;
  readonly #occurrences: Uint32Array;
  /** Additional counts of units in titles. */
  readonly #extra: Uint32Array;

  /**
   * @param numbers number of each token in the model; absent if the tokens are such numbers already. Other numbers
   * stand for terms that the model does not know
   */
  constructor({ pairs, idf }: Units, fields: readonly Field[], numbers?: Uint32Array) {
    this.#idf = idf;
    this.#terms = pairs.starts.length - 1;
    this.#pairs = new PairReader(pairs);
    this.#titles = fields.map(({ kind }) => kind === 'title');
    this.#numbers = numbers;
    this.units = new Uint32Array(idf.length);
    this.#occurrences = new Uint32Array(idf.length);
    this.#extra = new Uint32Array(idf.length);
  }

  /** Counts all fields of a row. */
  addRow({ tokens, ends, fieldCount }: TermRows, row: number): void {
    const first = row * fieldCount;
    let from = first === 0 ? 0 : ends[first - 1]!;
    for (let f = 0; f < fieldCount; f++) {
      const to = ends[first + f]!;
      this.addField(tokens, from, to, this.#titles[f]!);
      from = to;
    }
  }

  /** Counts the tokens of one field. */
  addField(tokens: Uint32Array, from: number, to: number, title: boolean): void {
    const numbers = this.#numbers;
    this.#pairs.begin();
    for (let at = from; at < to; at++) {
      const term = numbers ? numbers[tokens[at]!]! : tokens[at]!;
      const pair = this.#pairs.next(term);
      if (term >= this.#terms) continue;
      this.#count(term, title);
      if (pair >= 0) this.#count(pair, title);
    }
  }

  #count(unit: number, title: boolean): void {
    if (this.#occurrences[unit]!++ === 0) this.units[this.size++] = unit;
    if (title) this.#extra[unit]! += TITLE_COUNT - 1;
  }

  /** Weight of a unit in concept space: (1 + ln tf)·idf, where a title counts several times. */
  conceptWeight(unit: number): number {
    const count = this.#occurrences[unit]! + this.#extra[unit]!;
    // Most units occur once, which needs no logarithm.
    return count === 1 ? this.#idf[unit]! : (1 + Math.log(count)) * this.#idf[unit]!;
  }

  /** Weight of a unit in association space: tf·idf, the same sum as over the single terms of a query. */
  associationWeight(unit: number): number {
    return this.#occurrences[unit]! * this.#idf[unit]!;
  }

  /** Forgets the row. */
  clear(): void {
    for (let i = 0; i < this.size; i++) {
      const unit = this.units[i]!;
      this.#occurrences[unit] = 0;
      this.#extra[unit] = 0;
    }
    this.size = 0;
  }
}
