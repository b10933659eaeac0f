import type { GrowableU32 } from '../file/growable.ts';
import { MAX_WORD } from '../kernels/structures.ts';
import type { Analyzer } from './analyze.ts';
import { exactForm, WordSplitter } from './exact-words.ts';
import { findWords } from './find-words.ts';
import { foldWord } from './tokenize.ts';
import { AS_IS, hashWord, IN_LOWER_CASE, NO_TERM_YET, WordTable } from './word-table.ts';

/** Longer words of other scripts are not cached: they rarely occur again. */
const MAX_KEPT_BYTES = 256;
/** The term number of a stop word. */
export const STOP_WORD = -1;

/** Words that have occurred in a language, with their terms. */
interface WordsOfLanguage {
  readonly termOf: Analyzer['termOf'];
  readonly words: WordTable;
}

/**
 * Turns UTF-8 into term numbers: the same terms as `Analyzer.terms`, without a string for each word. Each
 * distinct word is folded and stemmed once; afterwards its term is looked up by its bytes.
 */
export class TermScanner {
  readonly #languages: readonly WordsOfLanguage[];
  #language: WordsOfLanguage;
  readonly #numbers = new Map<string, number>();
  readonly #formNumbers = new Map<string, number>();
  /** Words beyond ASCII, and characters of runs, with their exact forms. */
  readonly #others = new WordTable();
  readonly #hasForms: boolean;
  /** Terms by number, in order of first occurrence. */
  readonly terms: string[] = [];
  /** Words as conditions compare them by number, in order of first occurrence, if they are wanted. */
  readonly forms: string[] = [];
  /** Exact form of the word that was looked up last. */
  lastForm = 0;

  /** @param analyzers of the languages that texts are in */
  constructor(analyzers: readonly Pick<Analyzer, 'termOf'>[], hasForms = false) {
    this.#languages = analyzers.map(({ termOf }) => ({ termOf, words: new WordTable() }));
    this.#language = this.#languages[0]!;
    this.#hasForms = hasForms;
  }

  /** Number of languages. */
  get languages(): number {
    return this.#languages.length;
  }

  /** Chooses the language of the texts to come, by its place among the analyzers. It is the first before. */
  speak(language: number): void {
    this.#language = this.#languages[language]!;
  }

  /**
   * Appends the terms of the text from `start` to `end`, without stop words.
   * @param forms receives the exact forms of all words, see `exactWords`
   */
  scan(
    bytes: Uint8Array,
    start: number,
    end: number,
    to: GrowableU32,
    forms?: GrowableU32 | null,
  ): void {
    const splitter =
      forms &&
      new WordSplitter(bytes, (first, last, isAscii) => {
        // An ASCII word comes directly after it was looked up.
        forms.push(isAscii ? this.lastForm : this.#formOfOther(bytes, first, last));
      });
    findWords(bytes, start, end, (first, last, isAscii) => {
      const term = this.#termOfAny(bytes, first, last, isAscii);
      if (term !== STOP_WORD) to.push(term);
      splitter?.add(first, last, isAscii);
    });
    splitter?.finish();
  }

  /** The exact form of a word or character, without looking up a term: characters of a run are not terms. */
  #formOfOther(bytes: Uint8Array, start: number, end: number): number {
    const read = () => exactForm(decoder.decode(bytes.subarray(start, end)).slice(0, MAX_WORD));
    if (end - start > MAX_KEPT_BYTES) return this.#numberOfForm(read());
    const hash = hashWord(bytes, start, end, AS_IS);
    const word = this.#others.number(bytes, start, end, hash, AS_IS);
    if (this.#others.term(word) === NO_TERM_YET) {
      const form = this.#numberOfForm(read());
      this.#others.setTerm(word, form, form);
    }
    return this.#others.form(word);
  }

  #termOfAny(bytes: Uint8Array, start: number, end: number, isAscii: boolean): number {
    return isAscii
      ? this.#lookUp(bytes, start, Math.min(end, start + MAX_WORD), IN_LOWER_CASE)
      : this.#termOfOther(bytes, start, end);
  }

  #termOfOther(bytes: Uint8Array, start: number, end: number): number {
    return end - start > MAX_KEPT_BYTES
      ? this.#resolve(bytes.subarray(start, end))
      : this.#lookUp(bytes, start, end, AS_IS);
  }

  #lookUp(bytes: Uint8Array, start: number, end: number, map: Uint8Array): number {
    const hash = hashWord(bytes, start, end, map);
    return this.#termOfWord(this.#language.words.number(bytes, start, end, hash, map));
  }

  #termOfWord(word: number): number {
    const { words } = this.#language;
    let term = words.term(word);
    if (term === NO_TERM_YET) {
      term = this.#resolve(words.bytes(word));
      words.setTerm(word, term, this.lastForm);
    }
    this.lastForm = words.form(word);
    return term;
  }

  /**
   * Counts an ASCII word of at most `MAX_WORD` characters and returns its term, or STOP_WORD.
   * @param hash hash of its bytes in lower case
   * @param met number of occurrences
   */
  addWord(bytes: Uint8Array, start: number, end: number, hash: number, met: number): number {
    const { words } = this.#language;
    const word = words.number(bytes, start, end, hash, IN_LOWER_CASE);
    words.addCount(word, met - 1);
    return this.#termOfWord(word);
  }

  /** Counts the known words of a task and gives their terms, if all texts are in one language; see `WordTable.findAll`. */
  addKnown(...task: Parameters<WordTable['findAll']>): void {
    this.#language.words.findAll(...task);
  }

  /** Determines the term number of a word. */
  #resolve(word: Uint8Array): number {
    // ASCII words only need lower case, because they have nothing to fold.
    const text = decoder.decode(word).slice(0, MAX_WORD);
    const folded = text.length === word.length ? text.toLowerCase() : foldWord(text);
    // Others have their forms by `formOfOther`.
    if (this.#hasForms && text.length === word.length) this.lastForm = this.#numberOfForm(folded);
    const term = this.#language.termOf(folded);
    if (term === '') return STOP_WORD;
    let number = this.#numbers.get(term);
    if (number === undefined) {
      number = this.terms.length;
      this.#numbers.set(term, number);
      this.terms.push(term);
    }
    return number;
  }

  #numberOfForm(form: string): number {
    let number = this.#formNumbers.get(form);
    if (number === undefined) {
      number = this.forms.length;
      this.#formNumbers.set(form, number);
      this.forms.push(form);
    }
    return number;
  }

  /** The most frequent word form of each term, in lower case, shown to people instead of the stem. */
  surfaces(): string[] {
    const counts = new Map<string, { term: number; surface: string; count: number }>();
    for (const { words } of this.#languages) {
      for (let word = 0; word < words.size; word++) {
        const term = words.term(word);
        if (term === STOP_WORD) continue;
        const surface = decoder.decode(words.bytes(word)).toLowerCase();
        const key = `${term} ${surface}`;
        const known = counts.get(key);
        if (known) known.count += words.count(word);
        else counts.set(key, { term, surface, count: words.count(word) });
      }
    }
    const surfaces = this.terms.slice();
    const most = new Uint32Array(surfaces.length);
    for (const { term, surface, count } of counts.values()) {
      if (count > most[term]!) {
        most[term] = count;
        surfaces[term] = surface;
      }
    }
    return surfaces;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
