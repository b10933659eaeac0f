import type { TermTable } from '../file/term-table.ts';

/** Rarer terms of a large segment are mostly misspellings and names. */
const MAX_TERMS = 100_000;
const GRAM_BITS = 15;
const MARKS = { start: 94, end: 36 };

/** The hash of three bytes of a word. */
const gramOf = (a: number, b: number, c: number) =>
  Math.imul((a << 16) | (b << 8) | c, 0x9e3779b1) >>> (32 - GRAM_BITS);

/** Writes the trigram hashes of a word, with marked start and end, to `grams`. Returns the next index. */
function putGrams(
  text: Uint8Array,
  start: number,
  end: number,
  grams: Uint16Array,
  at: number,
): number {
  let before: number = MARKS.start;
  for (let i = start; i < end; i++) {
    const byte = text[i]!;
    grams[at + i - start] = gramOf(before, byte, i + 1 < end ? text[i + 1]! : MARKS.end);
    before = byte;
  }
  return at + end - start;
}

function hasDigit(text: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text[i]! >= 48 && text[i]! <= 57) return true;
  return false;
}

/** A term that is spelled like a word. */
export interface AlikeTerm {
  readonly id: number;
  /** Dice coefficient of their trigrams, 0 to 1. */
  readonly likeness: number;
}

/**
 * Posting lists of the byte trigrams of a vocabulary. Finds terms that are spelled similarly without
 * reading all of them. Terms with digits are codes and excluded.
 */
export class GramTable {
  readonly #starts = new Uint32Array((1 << GRAM_BITS) + 1);
  readonly #ids: Uint32Array;
  /** End of each term's text; a term has as many trigrams as bytes. */
  readonly #offsets: Uint32Array;
  /** Scratch: trigrams that each term shares with a word, and the terms that share some. */
  readonly #shared: Uint8Array;
  readonly #touched: Uint32Array;

  /** @param among numbers of the terms that are in the table, ascending; by default all */
  constructor(terms: TermTable, among?: Uint32Array) {
    const { blob, offsets } = terms.layout;
    this.#offsets = offsets;
    const count = Math.min(among?.length ?? terms.size, MAX_TERMS);
    const starts = this.#starts;
    // The trigrams of all words, concatenated.
    const idAt = (place: number) => (among ? among[place]! : place);
    const size = count > 0 ? idAt(count - 1) + 1 : 0;
    const grams = new Uint16Array(offsets[size] ?? 0);
    const wordEnds = new Uint32Array(count);
    let end = 0;
    for (let place = 0; place < count; place++) {
      const id = idAt(place);
      const [from, to] = [offsets[id]!, offsets[id + 1]!];
      if (!hasDigit(blob, from, to)) end = putGrams(blob, from, to, grams, end);
      wordEnds[place] = end;
    }
    for (let i = 0; i < end; i++) starts[grams[i]! + 1]!++;
    for (let gram = 0; gram < 1 << GRAM_BITS; gram++) starts[gram + 1]! += starts[gram]!;
    const fill = starts.slice();
    const ids = new Uint32Array(end);
    for (let place = 0, i = 0; place < count; place++) {
      const id = idAt(place);
      for (; i < wordEnds[place]!; i++) ids[fill[grams[i]!]!++] = id;
    }
    this.#ids = ids;
    this.#shared = new Uint8Array(size);
    this.#touched = new Uint32Array(count);
  }

  /**
   * The terms that are spelled most like a word, at most `limit`: those whose trigrams have at least this
   * Dice coefficient with its trigrams. Ties: more frequent terms first. Without the word itself; none for a code.
   * @param fewest trigrams that they share with the word at least
   */
  alike(word: string, minimum: number, limit: number, fewest = 1): AlikeTerm[] {
    const text = encoder.encode(word);
    if (hasDigit(text, 0, text.length)) return [];
    const [starts, ids, shared] = [this.#starts, this.#ids, this.#shared];
    const touched = this.#touched;
    let count = 0;
    const grams = new Uint16Array(text.length);
    putGrams(text, 0, text.length, grams, 0);
    const countOf = (gram: number) => starts[gram + 1]! - starts[gram]!;
    grams.sort((a, b) => countOf(a) - countOf(b));
    // A term has at least as many trigrams as it shares. So one that is like the word shares at least so many, and is
    // in one of the other lists too: the long ones need not be searched for new terms.
    const leastShared = Math.max(fewest, Math.ceil((text.length * minimum) / (2 - minimum)));
    const newUntil = text.length - leastShared;
    for (let g = 0; g < grams.length; g++) {
      const end = starts[grams[g]! + 1]!;
      for (let i = starts[grams[g]!]!; i < end; i++) {
        const id = ids[i]!;
        if (shared[id]! > 0) shared[id]!++;
        else if (g <= newUntil) {
          shared[id] = 1;
          touched[count++] = id;
        }
      }
    }
    const found: AlikeTerm[] = [];
    for (let t = 0; t < count; t++) {
      const id = touched[t]!;
      const length = this.#offsets[id + 1]! - this.#offsets[id]!;
      const common = shared[id]!;
      const likeness = (2 * common) / (text.length + length);
      shared[id] = 0;
      if (common >= fewest && likeness >= minimum && likeness < 1) found.push({ id, likeness });
    }
    return found.sort((a, b) => b.likeness - a.likeness || a.id - b.id).slice(0, limit);
  }
}

const encoder = new TextEncoder();
