import type { ForwardRows } from '../segment/forward-rows.ts';
import type { RowScanQuery, RowScanSink, RowTerms } from './row-terms.ts';

/** What searches ask of the terms of rows; see `RowTerms`. */
export type TermScan = Pick<RowTerms, 'scan' | 'forward' | 'nearnessOf' | 'setVectors'>;

/** The terms of rows in two memories: first the segments of the one, then those of the other. */
export class LayeredRowTerms implements TermScan {
  readonly #base: TermScan;
  readonly #added: TermScan;
  readonly #count: number;

  /** @param count segments of the base */
  constructor(base: TermScan, added: TermScan, count: number) {
    this.#base = base;
    this.#added = added;
    this.#count = count;
  }

  setVectors(vectors: Parameters<TermScan['setVectors']>[0]): void {
    this.#base.setVectors(vectors);
    this.#added.setVectors(vectors);
  }

  scan(
    question: RowScanQuery,
    rows: readonly Uint32Array[],
    titleField: number,
    sink: RowScanSink,
  ): void {
    const count = this.#count;
    this.#base.scan(question, rows.slice(0, count), titleField, sink);
    const added = rows.slice(count);
    if (added.every(({ length }) => length === 0)) return;
    const terms = question.terms.map(({ numbers }) => ({ numbers: numbers.slice(count) }));
    this.#added.scan({ ...question, terms }, added, titleField, (segment, first, found) =>
      sink(count + segment, first, found),
    );
  }

  forward(segment: number): ForwardRows {
    const [terms, own] = this.#placeOf(segment);
    return terms.forward(own);
  }

  nearnessOf(segment: number, term: number): number {
    const [terms, own] = this.#placeOf(segment);
    return terms.nearnessOf(own, term);
  }

  #placeOf(segment: number): [TermScan, number] {
    return segment < this.#count ? [this.#base, segment] : [this.#added, segment - this.#count];
  }
}
