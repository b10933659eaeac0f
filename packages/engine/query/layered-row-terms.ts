import type { ForwardRows } from '../segment/forward-rows.ts';
import type { MetTerms, RowScanQuery, RowScanSink, RowTerms } from './row-terms.ts';

/** What searches ask of the terms of rows; see `RowTerms`. */
export type TermScan = Pick<RowTerms, 'scan' | 'forward' | 'nearnessOf' | 'setVectors'>;

/** The terms of rows in several memories, each with the next segments. */
export class LayeredRowTerms implements TermScan {
  readonly #memories: readonly { readonly rowTerms: TermScan; readonly first: number }[];

  /** @param memories with the number of segments in each */
  constructor(memories: readonly { readonly rowTerms: TermScan; readonly count: number }[]) {
    let next = 0;
    this.#memories = memories.map(({ rowTerms, count }) => {
      next += count;
      return { rowTerms, first: next - count };
    });
  }

  setVectors(vectors: Parameters<TermScan['setVectors']>[0]): void {
    for (const { rowTerms } of this.#memories) rowTerms.setVectors(vectors);
  }

  scan(
    question: RowScanQuery,
    rows: readonly Uint32Array[],
    titleField: number,
    sink: RowScanSink,
  ): MetTerms | undefined {
    let met: MetTerms | undefined;
    for (const [m, { rowTerms, first }] of this.#memories.entries()) {
      const own = rows.slice(first, this.#memories[m + 1]?.first);
      const terms = question.terms.map(({ numbers }) => ({ numbers: numbers.slice(first) }));
      const into: RowScanSink = (segment, at, found) => sink(first + segment, at, found);
      met = rowTerms.scan({ ...question, terms }, own, titleField, into, met);
    }
    return met;
  }

  forward(segment: number): ForwardRows {
    const { rowTerms, first } = this.#memoryOf(segment);
    return rowTerms.forward(segment - first);
  }

  nearnessOf(segment: number, term: number): number {
    const { rowTerms, first } = this.#memoryOf(segment);
    return rowTerms.nearnessOf(segment - first, term);
  }

  #memoryOf(segment: number) {
    return this.#memories.findLast(({ first }) => first <= segment)!;
  }
}
