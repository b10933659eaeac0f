import { findWords } from './find-words.ts';
import { languagesOf } from './language-evidence.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { foldWord, stripAccents } from './tokenize.ts';
import { AS_IS, hashWord, IN_LOWER_CASE, NO_TERM_YET, WordTable } from './word-table.ts';

/** Bytes of a text that are read to tell its language. */
const READ_BYTES = 2_000;
/** Words that tell a language at least, their share, and how many times as many as those of any other they are. */
const MIN_WORDS = 2;
const MIN_WORD_SHARE = 0.05;
const MIN_MARGIN = 1.5;
/** Words that are kept with what they tell. */
const MAX_KEPT_WORDS = 200_000;
/** Share of the rows in a language for it to be one of a dataset, and their number. */
const MIN_SHARE = 0.02;
const MIN_ROWS = 2;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Counts of words that tell a language, by its place among the languages; then that of all words. */
type Evidence = Uint32Array;

/** Tells which of some languages a text is in, by their function words and scripts. */
export class LanguageTeller {
  readonly #languages: readonly Language[];
  /** Words with the languages that they tell, a bit each. */
  #words = new WordTable();

  constructor(languages: readonly Language[]) {
    this.#languages = languages;
  }

  #languagesOf(bytes: Uint8Array, start: number, end: number, isAscii: boolean): number {
    const map = isAscii ? IN_LOWER_CASE : AS_IS;
    const word = this.#words.number(bytes, start, end, hashWord(bytes, start, end, map), map);
    let told = this.#words.term(word);
    if (told === NO_TERM_YET) {
      const text = stripAccents(foldWord(decoder.decode(bytes.subarray(start, end))));
      told = languagesOf(text).reduce((bits, language) => {
        const place = this.#languages.indexOf(language);
        return place < 0 ? bits : bits | (1 << place);
      }, 0);
      this.#words.setTerm(word, told, 0);
    }
    return told;
  }

  /** Adds the evidence of a text, of its beginning if it is long. */
  #read(bytes: Uint8Array, start: number, end: number, evidence: Evidence): void {
    if (this.#words.size > MAX_KEPT_WORDS) this.#words = new WordTable();
    findWords(bytes, start, Math.min(end, start + READ_BYTES), (first, last, isAscii) => {
      evidence[this.#languages.length]!++;
      // Single letters are initials and names of things more often than words.
      if (last - first === 1) return;
      const told = this.#languagesOf(bytes, first, last, isAscii);
      for (let bits = told; bits !== 0; bits &= bits - 1)
        evidence[31 - Math.clz32(bits & -bits)]!++;
    });
  }

  /** The place of the language that is clearly told; -1 if none is. */
  #tell(evidence: Evidence): number {
    const counts = evidence.subarray(0, -1);
    const [most = 0, second = 0] = counts.toSorted().reverse();
    const least = Math.max(MIN_WORDS, MIN_WORD_SHARE * evidence.at(-1)!, MIN_MARGIN * second);
    return most >= least ? counts.indexOf(most) : -1;
  }

  /** The place of a text's language among the languages; -1 if it is not clear. */
  tellText(text: string): number {
    const bytes = encoder.encode(text.slice(0, READ_BYTES));
    const evidence = new Uint32Array(this.#languages.length + 1);
    this.#read(bytes, 0, bytes.length, evidence);
    return this.#tell(evidence);
  }

  /**
   * The places of the languages of cells, row by row: a cell's own, else that of its row, else -1.
   * @param fields cells of a row
   */
  tellCells(bytes: Uint8Array, starts: Uint32Array, ends: Uint32Array, fields: number): Int8Array {
    const told = new Int8Array(starts.length);
    const [ofCell, ofRow] = [0, 1].map(() => new Uint32Array(this.#languages.length + 1));
    for (let row = 0; row < starts.length; row += fields) {
      ofRow!.fill(0);
      for (let cell = row; cell < row + fields; cell++) {
        ofCell!.fill(0);
        this.#read(bytes, starts[cell]!, ends[cell]!, ofCell!);
        told[cell] = this.#tell(ofCell!);
        ofCell!.forEach((count, place) => {
          ofRow![place]! += count;
        });
      }
      const rest = this.#tell(ofRow!);
      for (let cell = row; cell < row + fields; cell++) if (told[cell]! < 0) told[cell] = rest;
    }
    return told;
  }
}

const ALL = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'und');

/**
 * The languages of texts of which at least a fiftieth is clearly in them, that of most texts first.
 */
export function languagesOfTexts(texts: readonly string[]): Language[] {
  const teller = new LanguageTeller(ALL);
  const counts = new Uint32Array(ALL.length);
  for (const text of texts) {
    const place = teller.tellText(text);
    if (place >= 0) counts[place]!++;
  }
  const least = Math.max(MIN_ROWS, MIN_SHARE * texts.length);
  return ALL.map((language, place) => ({ language, count: counts[place]! }))
    .filter(({ count }) => count >= least)
    .sort((a, b) => b.count - a.count)
    .map(({ language }) => language);
}
