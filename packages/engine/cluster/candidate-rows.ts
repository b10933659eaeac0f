import type { ConceptModel } from '../concept/model.ts';
import { type Candidates, type ResolvedTerm, wholeWeights } from '../query/candidates.ts';
import type { ExplainedRows } from '../query/explain.ts';
import { RowTerms } from '../query/row-terms.ts';
import type { RankedRows } from '../query/signals.ts';
import { CANDIDATES } from '../ranking-constants.ts';
import { searchedColumns } from '../schema.ts';
import { IMPACT_STEPS, MAX_IMPACT } from '../segment/format.ts';
import { decodeRow } from '../segment/forward-rows.ts';
import { paddedWidth } from '../segment/rotation.ts';
import { RowImpacts } from '../segment/row-impacts.ts';
import { VectorIndex } from '../segment/vector-index.ts';
import { TopK } from '../top-k.ts';
import type { RowPayload } from './row-payload.ts';
import type { TermNumbers } from './term-numbers.ts';

/** Room for the rows of most searches. It doubles until a search fits. */
const ROOM = { rows: 2_048, bytes: 1 << 20, longest: 1 << 16 };

/**
 * The candidates of one search in memory, as if they were a segment of their own: the ranking of embedded indexes
 * works on them. All searches share it, so nothing may be awaited between `place` and the last use of its rows.
 */
export class CandidateRows implements RankedRows, ExplainedRows {
  readonly #model: ConceptModel;
  readonly #numbers: TermNumbers;
  readonly #rowCount: number;
  readonly #impacts: RowImpacts;
  #room = ROOM;
  #rowTerms: RowTerms;
  #vectors: VectorIndex;

  /** @param model all of it in memory */
  constructor(model: ConceptModel, numbers: TermNumbers, rowCount: number) {
    this.#model = model;
    this.#numbers = numbers;
    this.#rowCount = rowCount;
    const columns = searchedColumns(model.schema);
    this.#impacts = new RowImpacts(columns, model.averageLengths, numbers.size);
    this.#rowTerms = this.#makeRowTerms();
    this.#vectors = this.#makeVectors();
  }

  get rowTerms(): RowTerms {
    return this.#rowTerms;
  }

  get parts(): readonly [{ readonly vectors: VectorIndex }] {
    return [{ vectors: this.#vectors }];
  }

  #makeVectors(): VectorIndex {
    return new VectorIndex(paddedWidth(this.#model.dimensions), new Float32Array(this.#room.rows));
  }

  #makeRowTerms(): RowTerms {
    const sources = [{ ...this.#room, modelTerms: this.#numbers.modelTerms }];
    const rowTerms = new RowTerms(this.#model, sources, this.#rowCount);
    rowTerms.setVectors(this.#model.associations);
    return rowTerms;
  }

  /** Takes the rows of a search in, as rows 0, 1 … of segment 0. */
  place(payloads: readonly RowPayload[]): void {
    let [bytes, longest] = [0, 0];
    for (const { terms } of payloads) {
      bytes += terms.length;
      longest = Math.max(longest, terms.length);
    }
    const { rows: rowRoom, bytes: byteRoom, longest: longestRoom } = this.#room;
    if (payloads.length > rowRoom || bytes > byteRoom || longest > longestRoom) {
      const twice = (room: number, lowest: number) => (lowest > room ? 2 * lowest : room);
      this.#room = {
        rows: twice(rowRoom, payloads.length),
        bytes: twice(byteRoom, bytes),
        longest: twice(longestRoom, longest),
      };
      this.#rowTerms = this.#makeRowTerms();
      this.#vectors = this.#makeVectors();
    }
    const forward = this.#rowTerms.forward(0);
    const { values, scales, width } = this.#vectors;
    let at = 0;
    payloads.forEach(({ scale, norm, vector, terms }, row) => {
      scales[row] = scale;
      forward.associationNorms[row] = norm;
      values.set(vector, row * width);
      forward.bytes.set(terms, at);
      at += terms.length;
      forward.offsets[row + 1] = at;
    });
  }

  /** BM25F impact of each term in a row, in the steps that segments store. */
  #impactsOf(row: number, terms: readonly number[]): number[] {
    this.#impacts.addRow(decodeRow(this.#rowTerms.forward(0), row), 0);
    const steps = terms.map((term) => {
      const share = this.#impacts.impact(term) / MAX_IMPACT;
      return share > 0 ? Math.max(1, Math.round(share * IMPACT_STEPS)) : 0;
    });
    this.#impacts.clear();
    return steps;
  }

  /**
   * The best of the placed rows as candidates, by their BM25F scores. They are placed in the order of the index, and rows
   * without a word of the query last only if all fit.
   */
  candidates(count: number, terms: readonly ResolvedTerm[], matched: number): Candidates {
    const numbers = terms.map((term) => term.numbers[0]!);
    const { weights, unit } = wholeWeights(terms);
    const best = new TopK(CANDIDATES);
    for (let row = 0; row < count; row++) {
      const steps = this.#impactsOf(row, numbers);
      best.push(
        row,
        steps.reduce((sum, step, i) => sum + weights[i]! * step, 0),
      );
    }
    const { rows, scores } = best.added();
    const lexical = scores.map((sum) => sum * unit);
    const lowest = Math.min(...lexical.filter((score) => score > 0));
    return {
      count: rows.length,
      rows,
      starts: Uint32Array.of(0, rows.length),
      lexical,
      lowest,
      matched,
    };
  }

  readonly impactOf: ExplainedRows['impactOf'] = ({ row }, term) =>
    this.#impactsOf(row, [term])[0]!;
}
