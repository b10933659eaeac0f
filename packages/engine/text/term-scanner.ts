import type { GrowableU32 } from '../file/growable.ts';
import { MAX_WORD } from '../kernels/structures.ts';
import type { Analyzer } from './analyze.ts';
import { findWords } from './find-words.ts';
import { foldWord } from './tokenize.ts';
import { AS_IS, hashWord, IN_LOWER_CASE, NO_TERM_YET, WordTable } from './word-table.ts';

/** Longer words of other scripts are not cached: they rarely occur again. */
const MAX_KEPT_BYTES = 256;
/** The term number of a stop word. */
export const STOP_WORD = -1;

/**
 * Turns UTF-8 into term numbers: the same terms as `Analyzer.terms`, without a string for each word. Each
 * distinct word is folded and stemmed once; afterwards its term is looked up by its bytes.
 */
export class TermScanner {
  readonly #termOf: Analyzer['termOf'];
  readonly #words = new WordTable();
  readonly #numbers = new Map<string, number>();
  /** Terms by number, in order of first occurrence. */
  readonly terms: string[] = [];

  constructor(analyzer: Pick<Analyzer, 'termOf'>) {
    this.#termOf = analyzer.termOf;
  }

  /** Appends the terms of the text from `start` to `end`, without stop words. */
  scan(bytes: Uint8Array, start: number, end: number, to: GrowableU32): void {
    findWords(bytes, start, end, (first, last, isAscii) => {
      const term = isAscii
        ? this.#lookUp(bytes, first, Math.min(last, first + MAX_WORD), IN_LOWER_CASE)
        : this.#termOfOther(bytes, first, last);
      if (term !== STOP_WORD) to.push(term);
    });
  }

  #termOfOther(bytes: Uint8Array, start: number, end: number): number {
    return end - start > MAX_KEPT_BYTES
      ? this.#resolve(bytes.subarray(start, end))
      : this.#lookUp(bytes, start, end, AS_IS);
  }

  #lookUp(bytes: Uint8Array, start: number, end: number, map: Uint8Array): number {
    const hash = hashWord(bytes, start, end, map);
    return this.#termOfWord(this.#words.number(bytes, start, end, hash, map));
  }

  #termOfWord(word: number): number {
    let term = this.#words.term(word);
    if (term === NO_TERM_YET) {
      term = this.#resolve(this.#words.bytes(word));
      this.#words.setTerm(word, term);
    }
    return term;
  }

  /**
   * Counts an ASCII word of at most `MAX_WORD` characters and returns its term, or STOP_WORD.
   * @param hash hash of its bytes in lower case
   * @param met number of occurrences
   */
  addWord(bytes: Uint8Array, start: number, end: number, hash: number, met: number): number {
    const word = this.#words.number(bytes, start, end, hash, IN_LOWER_CASE);
    this.#words.addCount(word, met - 1);
    return this.#termOfWord(word);
  }

  /** Determines the term number of a word. */
  #resolve(word: Uint8Array): number {
    // ASCII words only need lower case, because they have nothing to fold.
    const text = decoder.decode(word).slice(0, MAX_WORD);
    const term = this.#termOf(text.length === word.length ? text.toLowerCase() : foldWord(text));
    if (term === '') return STOP_WORD;
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.#numbers.set(term, number);
      this.terms.push(term);
    }
    return number;
  }

  /** The most frequent word form of each term, in lower case, shown to people instead of the stem. */
  surfaces(): string[] {
    const counts = new Map<string, { term: number; count: number }>();
    for (let word = 0; word < this.#words.size; word++) {
      const term = this.#words.term(word);
      if (term === STOP_WORD) continue;
      const surface = decoder.decode(this.#words.bytes(word)).toLowerCase();
      const known = counts.get(surface);
      if (known) known.count += this.#words.count(word);
      else counts.set(surface, { term, count: this.#words.count(word) });
    }
    const surfaces = this.terms.slice();
    const most = new Uint32Array(surfaces.length);
    for (const [surface, { term, count }] of counts) {
      if (count > most[term]!) {
        most[term] = count;
        surfaces[term] = surface;
      }
    }
    return surfaces;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
