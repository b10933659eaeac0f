import type { Lexicon } from '../segment/open.ts';
import { GramTable } from './gram-table.ts';

/**
 * Edits between two words, neighbouring letters swapped counting as one (optimal string alignment,
 * Damerau 1964); `limit` + 1 as soon as there are more than `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1);
      }
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > limit) return limit + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, limit + 1);
}

/** Shorter words have too many neighbours. */
const SHORTEST = 5;
/** From this length on two edits are allowed. */
const LONG = 9;
/** First letters are seldom wrong. */
const FIRST_LETTER = 0.5;
/** Candidates compared letter by letter; the right one shares more trigrams than nearly all. */
const MOST_COMPARED = 300;

/** Corrects words towards the terms of an index. Made at the first unknown word, about .1 µs a term. */
export class Speller {
  readonly #lexicons: readonly Lexicon[];
  readonly #tables: readonly GramTable[];

  constructor(lexicons: readonly Lexicon[]) {
    this.#lexicons = lexicons;
    this.#tables = lexicons.map((lexicon) => new GramTable(lexicon.terms));
  }

  /** The term a word was probably meant to be: fewest edits, then the commonest; null = none. */
  likeliest(word: string): string | null {
    if (word.length < SHORTEST) return null;
    const limit = word.length >= LONG ? 2 : 1;
    const found = new Map<string, { edits: number; df: number }>();
    this.#tables.forEach((table, s) => {
      const { terms, df } = this.#lexicons[s]!;
      for (const id of table.lookalikes(word, MOST_COMPARED)) {
        const term = terms.term(id);
        const known = found.get(term);
        if (known) known.df += df[id]!;
        else {
          const edits = editDistance(word, term, limit);
          const first = term[0] === word[0] ? 0 : FIRST_LETTER;
          if (edits <= limit) found.set(term, { edits: edits + first, df: df[id]! });
        }
      }
    });
    let best: string | null = null;
    let least = { edits: Number.POSITIVE_INFINITY, df: 0 };
    for (const [term, candidate] of found) {
      const { edits, df } = candidate;
      if (edits < least.edits || (edits === least.edits && df > least.df)) {
        least = candidate;
        best = term;
      }
    }
    return best;
  }
}
