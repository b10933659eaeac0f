import type { ForwardRows } from '../segment/forward-rows.ts';
import type { RowScanQuery, RowScanSink, RowTerms } from './row-terms.ts';

/** What searches ask of the terms of rows; see `RowTerms`. */
export type TermScan = Pick<RowTerms, 'ask' | 'scan' | 'forward' | 'nearnessOf' | 'setVectors'>;

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

  ask(question: RowScanQuery, scans: () => void): void {
    const terms = question.terms.map(({ numbers }) => ({ numbers: numbers.slice(this.#count) }));
    this.#base.ask(question, () => this.#added.ask({ ...question, terms }, scans));
  }

  scan(segment: number, rows: Uint32Array, titleField: number, sink: RowScanSink): void {
    const [terms, own] = this.#placeOf(segment);
    terms.scan(own, rows, titleField, sink);
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
