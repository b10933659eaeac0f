import type { TermTable } from '../file/term-table.ts';

/** Rarer terms of a large segment are slips and names themselves. */
const MOST_TERMS = 100_000;
const GRAM_BITS = 15;
const MARKS = { start: 94, end: 36 };

/** Calls `each` with the hash of every three bytes of a word, its start and end marked. */
function forEachGram(word: Uint8Array, each: (gram: number) => void): void {
  for (let i = -1; i < word.length - 1; i++) {
    const [a, b, c] = [word[i] ?? MARKS.start, word[i + 1]!, word[i + 2] ?? MARKS.end];
    each(Math.imul((a << 16) | (b << 8) | c, 0x9e3779b1) >>> (32 - GRAM_BITS));
  }
}

const hasDigit = (word: Uint8Array) => word.some((byte) => byte >= 48 && byte <= 57);

/**
 * Posting lists of the character trigrams of a vocabulary: finds terms that look like a word
 * without reading them all. Terms with digits are codes and left out.
 */
export class GramTable {
  readonly #starts = new Uint32Array((1 << GRAM_BITS) + 1);
  readonly #ids: Uint32Array;
  readonly #shared: Uint8Array;

  constructor(terms: TermTable) {
    const starts = this.#starts;
    const words = Array.from({ length: Math.min(terms.size, MOST_TERMS) }, (_, id) =>
      terms.bytes(id),
    ).map((word) => (hasDigit(word) ? new Uint8Array() : word));
    for (const word of words) forEachGram(word, (gram) => starts[gram + 1]!++);
    for (let gram = 0; gram < 1 << GRAM_BITS; gram++) starts[gram + 1]! += starts[gram]!;
    const fill = starts.slice();
    const ids = new Uint32Array(starts.at(-1)!);
    words.forEach((word, id) => {
      forEachGram(word, (gram) => {
        ids[fill[gram]!++] = id;
      });
    });
    this.#ids = ids;
    this.#shared = new Uint8Array(words.length);
  }

  /** Numbers of the `limit` terms that share most trigrams with a word; of equals the commonest. */
  lookalikes(word: string, limit: number): number[] {
    const shared = this.#shared;
    const touched: number[] = [];
    forEachGram(new TextEncoder().encode(word), (gram) => {
      for (let i = this.#starts[gram]!; i < this.#starts[gram + 1]!; i++) {
        const id = this.#ids[i]!;
        if (shared[id]!++ === 0) touched.push(id);
      }
    });
    const having = new Uint32Array(256);
    for (const id of touched) having[shared[id]!]!++;
    let least = 255;
    for (let found = 0; least > 1 && found + having[least]! <= limit; least--) {
      found += having[least]!;
    }
    const best = touched
      .filter((id) => shared[id]! >= least)
      .sort((a, b) => shared[b]! - shared[a]! || a - b);
    for (const id of touched) shared[id] = 0;
    return best.slice(0, limit);
  }
}
