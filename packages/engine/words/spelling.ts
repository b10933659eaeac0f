import { lazy } from '../file/once.ts';
import type { TermTable } from '../file/term-table.ts';
import { NO_TERM } from '../segment/format.ts';
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
/** Trigrams of a word that an edit changes at most, two swapped letters. Those of other alphabets have several bytes each. */
const EDITED_GRAMS = 4;
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

/** A lexicon, and those of its words that may be meant. */
interface ListedWords {
  readonly lexicon: Lexicon;
  /** Their numbers; undefined for all. */
  readonly among: Uint32Array | undefined;
  readonly table: () => GramTable;
}

/** Versions of an index share most lexicons. */
const listed = new WeakMap<TermTable, ListedWords>();

/** @param beside lexicons whose terms are left out, but for those that the model does not know */
function wordsBeside(lexicon: Lexicon, beside: readonly Lexicon[]): ListedWords {
  const { terms, modelTerms } = lexicon;
  const before = listed.get(terms);
  if (before) return before;
  const isNew = (modelTerm: number) =>
    modelTerm === NO_TERM || !beside.some(({ numberOf }) => numberOf(modelTerm) >= 0);
  const among =
    beside.length > 0
      ? Uint32Array.from(modelTerms.keys().filter((term) => isNew(modelTerms[term]!)))
      : undefined;
  const list = { lexicon, among, table: lazy(() => new GramTable(terms, among)) };
  listed.set(terms, list);
  return list;
}

/** Where a term is. */
interface TermPlace {
  readonly lexicon: Lexicon;
  readonly id: number;
}

/** Finds terms of an index by how they are written. Creating its tables takes about 0.1 µs per term. */
export class Speller {
  readonly #lexicons: readonly Lexicon[];
  readonly #lists: readonly ListedWords[];

  /**
   * @param built number of lexicons that were built together. The others are of changes: most of their words are among the built
   * ones, so only the rest is looked at
   */
  constructor(lexicons: readonly Lexicon[], built: number) {
    this.#lexicons = lexicons;
    this.#lists = lexicons.map((lexicon, s) =>
      wordsBeside(lexicon, s < built ? [] : lexicons.slice(0, built)),
    );
  }

  /** See `likeliestOf`. */
  likeliest(word: string): string | null {
    const limit = mostEdits(word);
    const isAscii = Buffer.byteLength(word) === word.length;
    const fewest = isAscii ? word.length - EDITED_GRAMS * limit : 1;
    const alike = this.#find(({ table }) =>
      table()
        .alike(word, MIN_LIKENESS, MAX_COMPARED, fewest)
        .map(({ id }) => id),
    );
    const near = [...alike].filter(([term]) => editDistance(word, term, limit) <= limit);
    return likeliestOf(word, new Map(near.map(([term, places]) => [term, this.#rows(places)])));
  }

  /** Terms that begin with a text, at most `limit`, most frequent first. */
  startingWith(prefix: string, limit: number): string[] {
    const found = this.#find(({ lexicon, among }) =>
      lexicon.terms.startingWith(prefix, limit, among),
    );
    const commonest = [...found]
      .map(([term, places]) => [term, this.#rows(places)] as const)
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return commonest.slice(0, limit).map(([term]) => term);
  }

  #find(numbersIn: (list: ListedWords) => readonly number[]): Map<string, TermPlace[]> {
    const found = this.#lists.flatMap((list) =>
      numbersIn(list).map((id) => ({ lexicon: list.lexicon, id })),
    );
    return Map.groupBy(found, ({ lexicon, id }) => lexicon.terms.term(id));
  }

  /** Rows that have a term. */
  #rows(places: readonly TermPlace[]): number {
    const { lexicon, id } = places[0]!;
    const modelTerm = lexicon.modelTerms[id]!;
    const all =
      modelTerm === NO_TERM
        ? places
        : this.#lexicons.map((each) => ({ lexicon: each, id: each.numberOf(modelTerm) }));
    return all.reduce((sum, each) => sum + (each.lexicon.df[each.id] ?? 0), 0);
  }
}
