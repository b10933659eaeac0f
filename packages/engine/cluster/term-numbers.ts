import { crc32 } from 'node:zlib';
import type { ConceptModel } from '../concept/model.ts';
import { NO_TERM } from '../segment/format.ts';
import type { ModelTerms } from '../segment/model-terms.ts';

/**
 * Numbers for words that the model does not know. Two of them may share one: a row then counts as having a rare word
 * of the query that it does not have, one row in hundreds of thousands. Which rows are found is not affected, because
 * the cluster compares words.
 */
const UNKNOWN_NUMBERS = 300_000;

/**
 * Term numbers of an index on a cluster: those of the model's vocabulary, then those of other words. They need no
 * lexicon of the index, and fit three bytes (`file/term-code.ts`).
 */
export class TermNumbers implements ModelTerms {
  readonly #vocabulary: ConceptModel['vocabulary'];
  readonly size: number;
  readonly modelTerms: Uint32Array;
  readonly numberOf = (modelTerm: number) => modelTerm;

  constructor({ vocabulary }: Pick<ConceptModel, 'vocabulary'>) {
    this.#vocabulary = vocabulary;
    this.size = vocabulary.size + UNKNOWN_NUMBERS;
    this.modelTerms = new Uint32Array(this.size).fill(NO_TERM);
    for (let term = 0; term < vocabulary.size; term++) this.modelTerms[term] = term;
  }

  of(term: string): number {
    const number = this.#vocabulary.find(term);
    return number >= 0 ? number : this.#vocabulary.size + (crc32(term) % UNKNOWN_NUMBERS);
  }
}
