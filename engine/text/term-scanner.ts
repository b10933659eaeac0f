import type { GrowableU32 } from '../file/growable.ts';
import { MAX_MARKUP, MAX_WORD } from '../kernels/structures.ts';
import type { Analyzer } from './analyze.ts';
import { ASCII_KIND, characterKind, foldWord } from './tokenize.ts';
import {
  AS_IS,
  HASH_START,
  hashByte,
  hashWord,
  IN_LOWER_CASE,
  NO_TERM_YET,
  WordTable,
} from './word-table.ts';

const LESS_THAN = 60;
const GREATER_THAN = 62;
const AMPERSAND = 38;
const SEMICOLON = 59;
const HASH_SIGN = 35;
/** Longer words of other scripts are not cached: they rarely occur again. */
const MAX_KEPT_BYTES = 256;
/** The term number of a stop word. */
export const STOP_WORD = -1;

const NON_ASCII = 1;
const FIRST_LETTER = 2;
/** For each byte: 0 if it ends a word, NON_ASCII if it is not ASCII, else its lower case. */
export const LETTERS = IN_LOWER_CASE.map((lower, byte) => {
  if (byte > 127) return NON_ASCII;
  return ASCII_KIND[byte] === 0 ? 0 : lower;
});

const isDigit = (byte: number) => byte >= 48 && byte <= 57;
const isLetter = (byte: number) => (byte | 32) >= 97 && (byte | 32) <= 122;
const isHexDigit = (byte: number) => isDigit(byte) || ((byte | 32) >= 97 && (byte | 32) <= 102);
/** Number of bytes of the code point that starts with this byte. */
const sequenceLength = (byte: number) => (byte < 128 ? 1 : byte < 224 ? 2 : byte < 240 ? 3 : 4);

/** The code point at `i` of valid UTF-8. */
function codePointAt(bytes: Uint8Array, i: number): number {
  const first = bytes[i]!;
  if (first < 128) return first;
  if (first < 224) return ((first & 31) << 6) | (bytes[i + 1]! & 63);
  const second = bytes[i + 1]! & 63;
  const third = bytes[i + 2]! & 63;
  if (first < 240) return ((first & 15) << 12) | (second << 6) | third;
  return ((first & 7) << 18) | (second << 12) | (third << 6) | (bytes[i + 3]! & 63);
}

/** Number of consecutive bytes from `i` that pass a test, at most `most`. */
function countWhile(
  bytes: Uint8Array,
  i: number,
  end: number,
  most: number,
  test: (byte: number) => boolean,
): number {
  let n = 0;
  while (n < most && i + n < end && test(bytes[i + n]!)) n++;
  return n;
}

/** Length of the markup tag at `i`, or 0. */
function tagLength(bytes: Uint8Array, i: number, end: number): number {
  const first = i + 1 < end ? bytes[i + 1]! : 0;
  if (!isLetter(first) && first !== 47 && first !== 33) return 0;
  let units = 2;
  for (let j = i + 2; j < end && units < MAX_MARKUP; j++) {
    const byte = bytes[j]!;
    if (byte === GREATER_THAN) return j + 1 - i;
    if (byte === LESS_THAN) return 0;
    if (byte < 128 || byte >= 192) units += byte >= 240 ? 2 : 1;
  }
  return 0;
}

/** Length of the character reference at `i`, or 0. */
function referenceLength(bytes: Uint8Array, i: number, end: number): number {
  let at = i + 1;
  let found: number;
  if (bytes[at] !== HASH_SIGN) {
    found = countWhile(bytes, at, end, 8, isLetter);
    if (found < 2) return 0;
  } else if ((bytes[at + 1]! | 32) === 120) {
    at += 2;
    found = countWhile(bytes, at, end, 6, isHexDigit);
  } else {
    at += 1;
    found = countWhile(bytes, at, end, 7, isDigit);
  }
  at += found;
  return found > 0 && at < end && bytes[at] === SEMICOLON ? at + 1 - i : 0;
}

/** Length of an apostrophe-s at `i` that ends a word, or 0. */
function possessiveLength(bytes: Uint8Array, i: number, end: number): number {
  if (i >= end) return 0;
  let at = i;
  if (bytes[at] === 39) at++;
  else if (bytes[at] === 0xe2 && bytes[at + 1] === 0x80 && bytes[at + 2] === 0x99) at += 3;
  else return 0;
  if (at >= end || (bytes[at]! | 32) !== 115) return 0;
  at++;
  return at >= end || (bytes[at]! < 128 && ASCII_KIND[bytes[at]!] === 0) ? at - i : 0;
}

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
    let i = start;
    while (i < end) {
      const byte = bytes[i]!;
      if (byte < 128) {
        if (ASCII_KIND[byte] === 0) {
          let markup = 0;
          if (byte === LESS_THAN) markup = tagLength(bytes, i, end);
          else if (byte === AMPERSAND) markup = referenceLength(bytes, i, end);
          i += markup || 1;
          continue;
        }
      } else if (characterKind(codePointAt(bytes, i)) === 0) {
        i += sequenceLength(byte);
        continue;
      }
      let hash = HASH_START;
      let at = i;
      let letter = 0;
      while (at < end) {
        letter = LETTERS[bytes[at]!]!;
        if (letter < FIRST_LETTER) break;
        hash = hashByte(hash, letter);
        at++;
      }
      if (at < end && letter === NON_ASCII && characterKind(codePointAt(bytes, at)) !== 0) {
        i = this.#scanNonAscii(bytes, i, end, to);
      } else {
        if (at - i > MAX_WORD) {
          hash = hashWord(bytes, i, i + MAX_WORD, IN_LOWER_CASE);
          this.#push(bytes, i, i + MAX_WORD, hash, IN_LOWER_CASE, to);
        } else this.#push(bytes, i, at, hash, IN_LOWER_CASE, to);
        i = at;
      }
      i += possessiveLength(bytes, i, end);
    }
  }

  /** Scans a word with letters beyond ASCII. Returns its end. */
  #scanNonAscii(bytes: Uint8Array, start: number, end: number, to: GrowableU32): number {
    let at = start;
    let unspaced = false;
    while (at < end) {
      const kind = characterKind(codePointAt(bytes, at));
      if (kind === 0) break;
      if (kind === 2) unspaced = true;
      at += sequenceLength(bytes[at]!);
    }
    if (unspaced) this.#scanPairs(bytes, start, at, to);
    else this.#pushNonAscii(bytes, start, at, to);
    return at;
  }

  /** Emits overlapping pairs of characters; a single character is a word. */
  #scanPairs(bytes: Uint8Array, start: number, end: number, to: GrowableU32): void {
    let first = start;
    let second = start + sequenceLength(bytes[start]!);
    if (second === end) this.#pushNonAscii(bytes, start, end, to);
    while (second < end) {
      const next = second + sequenceLength(bytes[second]!);
      this.#pushNonAscii(bytes, first, next, to);
      first = second;
      second = next;
    }
  }

  #pushNonAscii(bytes: Uint8Array, start: number, end: number, to: GrowableU32): void {
    if (end - start <= MAX_KEPT_BYTES) {
      this.#push(bytes, start, end, hashWord(bytes, start, end, AS_IS), AS_IS, to);
    } else {
      const term = this.#resolve(bytes.subarray(start, end));
      if (term !== STOP_WORD) to.push(term);
    }
  }

  #push(
    bytes: Uint8Array,
    start: number,
    end: number,
    hash: number,
    map: Uint8Array,
    to: GrowableU32,
  ): void {
    const term = this.#termOfWord(this.#words.number(bytes, start, end, hash, map));
    if (term !== STOP_WORD) to.push(term);
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
