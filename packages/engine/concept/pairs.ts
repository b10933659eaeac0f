import type { PairTable } from './pair-table.ts';
import { rowSpan } from './term-rows.ts';
import { evenlySpacedRows, type Vocabulary } from './vocabulary.ts';

const MIN_PAIR_ROWS = 5;
const MAX_PAIRS = 15_000;
/** Counters of the sketch that preselects frequent pairs: as many as fit a processor's cache. */
const SKETCH_SIZE = 1 << 21;
/** Tokens of the sample that are counted: more would hardly change the most frequent pairs. */
const MAX_TOKENS = 4_000_000;

/** Number of a pair of vocabulary numbers, or -1 if it is unknown. */
export function findPair({ starts, seconds }: PairTable, first: number, second: number): number {
  let low = starts[first]!;
  let high = starts[first + 1]! - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = seconds[middle]!;
    if (found === second) return middle;
    if (found < second) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Marks an empty slot. No pair has this key, because vocabulary numbers are below 65,535. */
const NO_KEY = 0xffffffff;

/** Packs a pair into one 32-bit key: vocabulary numbers are below 65,536. */
const keyOf = (first: number, second: number) => ((first << 16) | second) >>> 0;

/** Mixes the bits of a key. */
function hashOf(key: number): number {
  const hash = Math.imul(key, 0x9e3779b1);
  return hash ^ (hash >>> 15);
}

/**
 * Reads the terms of a text in order and reports the pairs they form. Most adjacent terms are not known
 * pair, so a reader hashes all pairs when it is created and then needs one look-up per term.
 */
export class PairReader {
  readonly #terms: number;
  readonly #keys: Uint32Array;
  readonly #numbers: Uint32Array;
  readonly #mask: number;
  #previous = -1;

  constructor({ starts, seconds }: PairTable) {
    this.#terms = starts.length - 1;
    let size = 1;
    while (size < 2 * seconds.length + 1) size *= 2;
    this.#mask = size - 1;
    this.#keys = new Uint32Array(size).fill(NO_KEY);
    this.#numbers = new Uint32Array(size);
    for (let first = 0; first < this.#terms; first++) {
      for (let pair = starts[first]!; pair < starts[first + 1]!; pair++) {
        const key = keyOf(first, seconds[pair]!);
        const slot = this.#slot(key);
        this.#keys[slot] = key;
        this.#numbers[slot] = pair;
      }
    }
  }

  /** Slot of a key, or the empty slot where it belongs. */
  #slot(key: number): number {
    let slot = hashOf(key) & this.#mask;
    while (this.#keys[slot] !== key && this.#keys[slot] !== NO_KEY) slot = (slot + 1) & this.#mask;
    return slot;
  }

  /** Starts a new text or field: its first term is not adjacent to the previous term. */
  begin(): void {
    this.#previous = -1;
  }

  /**
   * Reads the next term. Returns the unit number of the pair it forms with the previous term, or -1.
   * @param term vocabulary number; any other number is an unknown term
   */
  next(term: number): number {
    const first = this.#previous;
    const known = term >= 0 && term < this.#terms;
    this.#previous = known ? term : -1;
    if (first < 0 || !known) return -1;
    const slot = this.#slot(keyOf(first, term));
    return this.#keys[slot] === NO_KEY ? -1 : this.#terms + this.#numbers[slot]!;
  }
}

/** Counts in how many rows each key occurs, in an open-addressing hash table. Rows arrive in order. */
class RowCounts {
  #keys = new Uint32Array(1 << 16);
  #rows = new Uint32Array(1 << 16);
  #lastRow = new Uint32Array(1 << 16);
  #size = 0;
  /** Right shift that turns a 32-bit hash into a slot. */
  #shift = 16;

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = Math.imul(key, 0x9e3779b1) >>> this.#shift;
    while (this.#rows[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  add(key: number, row: number): void {
    let slot = this.#slot(key);
    if (this.#rows[slot] === 0) {
      if (2 * ++this.#size > this.#keys.length) {
        this.#grow();
        slot = this.#slot(key);
      }
      this.#keys[slot] = key;
    } else if (this.#lastRow[slot] === row) return;
    this.#rows[slot]!++;
    this.#lastRow[slot] = row;
  }

  #grow(): void {
    const [keys, rows, lastRow] = [this.#keys, this.#rows, this.#lastRow];
    this.#shift--;
    this.#keys = new Uint32Array(2 * keys.length);
    this.#rows = new Uint32Array(2 * keys.length);
    this.#lastRow = new Uint32Array(2 * keys.length);
    for (let i = 0; i < keys.length; i++) {
      if (rows[i] === 0) continue;
      const slot = this.#slot(keys[i]!);
      this.#keys[slot] = keys[i]!;
      this.#rows[slot] = rows[i]!;
      this.#lastRow[slot] = lastRow[i]!;
    }
  }

  /** Keys that occur in at least `minimum` rows, with their number of rows. */
  atLeast(minimum: number): { key: number; rows: number }[] {
    const found: { key: number; rows: number }[] = [];
    this.#rows.forEach((rows, slot) => {
      if (rows >= minimum) found.push({ key: this.#keys[slot]!, rows });
    });
    return found;
  }
}

/**
 * Adds the most frequent pairs of adjacent informative terms to a vocabulary.
 * @param isInformative whether a term, given by its most frequent word form, may be part of a pair
 */
export function withPairs(
  vocabulary: Vocabulary,
  isInformative: (surface: string) => boolean,
): Vocabulary {
  const { fieldCount, tokens, ends, terms, surfaces } = vocabulary;
  const informative = Uint8Array.from(surfaces, (word) => (isInformative(word) ? 1 : 0));
  const counts = new RowCounts();
  const counted = evenlySpacedRows(vocabulary, MAX_TOKENS);
  // A row has fewer pairs than tokens.
  const keys = new Uint32Array(tokens.length);
  const keyEnds = new Uint32Array(counted.length);
  let length = 0;
  counted.forEach((r, i) => {
    let [at] = rowSpan(vocabulary, r);
    for (let f = 0; f < fieldCount; f++) {
      let previous = -1;
      for (const end = ends[r * fieldCount + f]!; at < end; at++) {
        // Tokens outside the vocabulary are not informative.
        const term = informative[tokens[at]!] ? tokens[at]! : -1;
        if (previous >= 0 && term >= 0) keys[length++] = keyOf(previous, term);
        previous = term;
      }
    }
    keyEnds[i] = length;
  });
  // Most pairs are rare. A sketch, whose counters several pairs may share, excludes them at little cost.
  const sketch = new Uint8Array(SKETCH_SIZE);
  for (let i = 0; i < length; i++) {
    const counter = hashOf(keys[i]!) & (SKETCH_SIZE - 1);
    if (sketch[counter]! < MIN_PAIR_ROWS) sketch[counter]!++;
  }
  keyEnds.forEach((end, row) => {
    for (let i = row > 0 ? keyEnds[row - 1]! : 0; i < end; i++) {
      const key = keys[i]!;
      if (sketch[hashOf(key) & (SKETCH_SIZE - 1)] === MIN_PAIR_ROWS) counts.add(key, row);
    }
  });
  const chosen = counts
    .atLeast(MIN_PAIR_ROWS)
    .sort((a, b) => b.rows - a.rows || a.key - b.key)
    .slice(0, MAX_PAIRS)
    .sort((a, b) => a.key - b.key);
  const starts = new Uint32Array(terms.length + 1);
  for (const { key } of chosen) starts[(key >>> 16) + 1]!++;
  for (let t = 0; t < terms.length; t++) starts[t + 1]! += starts[t]!;
  const idf = new Float32Array(terms.length + chosen.length);
  idf.set(vocabulary.idf);
  chosen.forEach((pair, i) => {
    idf[terms.length + i] = Math.log((counted.length + 1) / pair.rows);
  });
  return {
    ...vocabulary,
    idf,
    pairs: { starts, seconds: Uint32Array.from(chosen, ({ key }) => key & 0xffff) },
  };
}
