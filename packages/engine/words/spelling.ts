import type { TermTable } from '../file/term-table.ts';
import type { Lexicon } from '../segment/open.ts';
import { GramTable } from './gram-table.ts';

/**
 * Edit distance of two words, with swapped adjacent letters as one edit (optimal string alignment,
 * Damerau 1964). Returns `limit` + 1 if it exceeds `limit`.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let lowest = i;
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let edits = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1);
      }
      row.push(edits);
      lowest = Math.min(lowest, edits);
    }
    if (lowest > limit) return limit + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length]!, limit + 1);
}

/** Shorter words are not corrected: too many words are similar. */
const MIN_LENGTH = 5;
/** Words of at least this length may have two edits. */
const TWO_EDITS_LENGTH = 9;
/** Penalty, in edits, for a different first letter, which is rarely wrong. */
const FIRST_LETTER_PENALTY = 0.5;
/** Likeness of words of five letters that share one trigram, as "sloar" and "solar" do. */
const MIN_LIKENESS = 0.2;
/** Number of candidates compared letter by letter, the most alike. */
const MAX_COMPARED = 300;

/** Words with digits are codes: neither misspelt nor what a misspelt word means. */
const isCode = (word: string) => /\d/.test(word);

/** Maximum number of edits between a word and its correction; 0 if it is not corrected. */
export function mostEdits(word: string): number {
  if (word.length < MIN_LENGTH || isCode(word)) return 0;
  return word.length >= TWO_EDITS_LENGTH ? 2 : 1;
}

/**
 * The likeliest correction of a word: fewest edits, then most frequent, then first in the alphabet; null if there is none.
 * @param frequencies rows that have each of the terms that may be meant
 */
export function likeliestOf(word: string, frequencies: ReadonlyMap<string, number>): string | null {
  const limit = mostEdits(word);
  const found = [...frequencies].flatMap(([term, df]) => {
    const distance = editDistance(word, term, limit);
    const edits = distance + (term[0] === word[0] ? 0 : FIRST_LETTER_PENALTY);
    return distance > limit || isCode(term) ? [] : [{ term, df, edits }];
  });
  found.sort((a, b) => a.edits - b.edits || b.df - a.df || (a.term < b.term ? -1 : 1));
  return found[0]?.term ?? null;
}

/** Versions of an index share most lexicons. */
const tables = new WeakMap<TermTable, GramTable>();

function tableOf(terms: TermTable): GramTable {
  const table = tables.get(terms) ?? new GramTable(terms);
  tables.set(terms, table);
  return table;
}

/** Corrects words to terms of an index. Creating it takes about 0.1 µs per term. */
export class Speller {
  readonly #lexicons: readonly Lexicon[];
  readonly #tables: readonly GramTable[];

  constructor(lexicons: readonly Lexicon[]) {
    this.#lexicons = lexicons;
    this.#tables = lexicons.map((lexicon) => tableOf(lexicon.terms));
  }

  /** See `likeliestOf`. */
  likeliest(word: string): string | null {
    const frequencies = new Map<string, number>();
    this.#tables.forEach((table, s) => {
      const { terms, df } = this.#lexicons[s]!;
      for (const { id } of table.alike(word, MIN_LIKENESS, MAX_COMPARED)) {
        const term = terms.term(id);
        frequencies.set(term, (frequencies.get(term) ?? 0) + df[id]!);
      }
    });
    return likeliestOf(word, frequencies);
  }
}
