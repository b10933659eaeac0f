import { normalizeRows, type QuantizedRows } from './quantize.ts';
import type { TermRows } from './term-rows.ts';
import { type SumSink, TermSums } from './term-sums.ts';
import { type Field, UnitCounter, type Units } from './unit-counter.ts';

/** The units of a model and their vectors. */
export interface UnitVectors extends Units {
  /** Concept vectors of all units. */
  readonly projection: QuantizedRows;
  /** Association vectors of the most frequent terms. */
  readonly associations: QuantizedRows;
}

/** Receivers of the rows' vectors, in the order in which the rows were added. */
export interface VectorSinks {
  /** Receives concept vectors of unit length. */
  readonly concepts: SumSink;
  /** Receives sums of association vectors. Without it they are not computed. */
  readonly associations?: SumSink;
}

/** Encodes rows as vectors: counts their units and adds up the units' vectors by weight. */
export class RowEncoder {
  readonly #counter: UnitCounter;
  readonly #concepts: TermSums;
  readonly #associations: TermSums | undefined;
  readonly #associated: number;

  /**
   * @param threads number of threads, which does not affect the vectors; `finish` stops them
   * @param numbers see `UnitCounter`
   */
  constructor(
    model: UnitVectors,
    fields: readonly Field[],
    threads: number,
    to: VectorSinks,
    numbers?: Uint32Array,
  ) {
    const { projection, associations } = model;
    this.#counter = new UnitCounter(model, fields, numbers);
    this.#concepts = new TermSums(projection, threads, (sums, count) => {
      normalizeRows(sums, projection.width);
      to.concepts(sums, count);
    });
    this.#associations = to.associations && new TermSums(associations, threads, to.associations);
    this.#associated = associations.scales.length;
  }

  /** Encodes a row with its fields. */
  addRow(rows: TermRows, row: number): void {
    this.#counter.addRow(rows, row);
    this.#addUnits();
  }

  /** Encodes a text without fields. */
  addText(tokens: Uint32Array, from: number, to: number): void {
    this.#counter.addField(tokens, from, to, false);
    this.#addUnits();
  }

  #addUnits(): void {
    const counter = this.#counter;
    for (let i = 0; i < counter.size; i++) {
      const unit = counter.units[i]!;
      this.#concepts.add(unit, counter.conceptWeight(unit));
      if (this.#associations && unit < this.#associated) {
        this.#associations.add(unit, counter.associationWeight(unit));
      }
    }
    counter.clear();
    this.#concepts.endRow();
    this.#associations?.endRow();
  }

  /** Passes the last rows on and stops the threads. */
  finish(): void {
    this.#concepts.finish();
    this.#associations?.finish();
  }
}
