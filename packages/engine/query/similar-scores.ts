import type { ConceptModel } from '../concept/model.ts';
import { OCCURRENCE, SIMILAR_PLACE } from '../kernels/structures.ts';
import { K1 } from '../ranking-constants.ts';
import { searchedColumns } from '../schema.ts';
import { MAX_IMPACT } from '../segment/format.ts';
import type { SimilarTerms } from '../words/similar-words.ts';
import type { RowScanResult } from './row-terms.ts';

const impactOf = (frequency: number) => (MAX_IMPACT * frequency) / (frequency + K1);

/**
 * What similar words add to the BM25F scores of rows. They count before saturation: a row that has the query's word
 * gains little by them. All frequencies come from the row's own terms, so no posting list of a similar word is read.
 */
export class SimilarScores {
  /** Model terms of all similar words, in the order of their places. */
  readonly words: readonly number[];
  readonly #similar: readonly SimilarTerms[];
  /** Position in the query of the term that each word is similar to, and the word's weight. */
  readonly #positions: readonly number[];
  readonly #weights: readonly number[];
  readonly #fields: readonly { readonly weight: number; readonly b: number }[];
  readonly #averageLengths: readonly number[];
  /** Scratch, by position in the query: weighted frequencies of the term and of the words similar to it in a row. */
  readonly #own: Float64Array;
  readonly #added: Float64Array;

  constructor(
    { schema, averageLengths }: Pick<ConceptModel, 'schema' | 'averageLengths'>,
    similar: readonly SimilarTerms[],
  ) {
    this.#similar = similar;
    this.words = similar.flatMap(({ words }) => words.map(({ number }) => number));
    this.#positions = similar.flatMap(({ words }, position) => words.map(() => position));
    this.#weights = similar.flatMap(({ words }) => words.map(({ weight }) => weight));
    this.#fields = searchedColumns(schema);
    this.#averageLengths = averageLengths;
    this.#own = new Float64Array(similar.length);
    this.#added = new Float64Array(similar.length);
  }

  /** Adds to the scores of the rows of a scan, of which the first has the score at `at`. */
  add(found: RowScanResult, scores: Float64Array, at: number): void {
    const { occurrences } = found;
    for (let first = 0, end = 0; first < occurrences.length; first = end) {
      const row = occurrences[first + OCCURRENCE.row]!;
      let hasSimilar = false;
      for (; occurrences[end + OCCURRENCE.row] === row; end += OCCURRENCE.length) {
        if (occurrences[end + OCCURRENCE.place]! >= SIMILAR_PLACE) hasSimilar = true;
      }
      if (hasSimilar) scores[at + row]! += this.#addedScore(found, first, end);
    }
  }

  /** The weight of the similar words of a row, which has the occurrences from `first` to `end`. */
  #addedScore({ occurrences, fieldEnds }: RowScanResult, first: number, end: number): number {
    const fieldCount = this.#fields.length;
    this.#own.fill(0);
    this.#added.fill(0);
    for (let o = first; o < end; o += OCCURRENCE.length) {
      const field = occurrences[o + OCCURRENCE.field]!;
      const position = occurrences[o + OCCURRENCE.place]!;
      const last = occurrences[o + OCCURRENCE.row]! * fieldCount + field;
      const length = fieldEnds[last]! - (field > 0 ? fieldEnds[last - 1]! : 0);
      const { weight, b } = this.#fields[field]!;
      const frequency = weight / (1 - b + (b * length) / this.#averageLengths[field]!);
      if (position < SIMILAR_PLACE) this.#own[position - 1]! += frequency;
      else {
        const word = position - SIMILAR_PLACE;
        this.#added[this.#positions[word]!]! += frequency * this.#weights[word]!;
      }
    }
    let sum = 0;
    for (let i = 0; i < this.#own.length; i++) {
      const [own, added] = [this.#own[i]!, this.#added[i]!];
      if (added > 0) sum += this.#similar[i]!.weight * (impactOf(own + added) - impactOf(own));
    }
    return sum;
  }
}
