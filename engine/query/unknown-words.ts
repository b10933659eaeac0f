import type { Lexicon } from '../segment/open.ts';
import type { Analyzer } from '../text/analyze.ts';
import { tokenize } from '../text/tokenize.ts';
import { type AnalyzedQuery, MAX_QUERY_CHARACTERS } from './analyze-query.ts';
import type { Speller } from './spelling.ts';

/** A guessed word counts this much of a written one. */
const GUESS_WEIGHT = 0.5;
/** Long queries have enough words that are right. */
const LONGEST_QUERY = 12;
/** Words joined to one, or pieces a word is cut into, at most. */
const MOST_PIECES = 5;
/** Letters of a piece at least; codes are cut into shorter ones. */
const SHORTEST_PIECE = 4;
const SHORTEST_CODE_PIECE = 2;
/** Characters of a beginning that stands for the words it begins. */
const SHORTEST_BEGINNING = 5;
const SHORTEST_CODE_BEGINNING = 3;
/** Words a beginning stands for at most, the commonest ones. */
const MOST_COMPLETIONS = 8;

/** What stands in for an unknown word. */
interface Substitute {
  readonly terms: readonly string[];
  readonly weight: number;
  /** Whether a row is expected to hold one of the terms, not all. */
  readonly anyOf: boolean;
}

/** A written word with its term. */
interface Word {
  readonly text: string;
  readonly term: string;
}

const hasDigit = (text: string) => /\d/.test(text);
/** Part of a number, or a longer one, is another number. */
const isNumber = (text: string) => /^\d{1,7}$/.test(text);

/** Looks for substitutes of words that occur nowhere in an index. */
class Substitutes {
  readonly #lexicons: readonly Lexicon[];
  readonly #analyzer: Analyzer;
  readonly #speller: () => Speller;

  constructor(lexicons: readonly Lexicon[], analyzer: Analyzer, speller: () => Speller) {
    this.#lexicons = lexicons;
    this.#analyzer = analyzer;
    this.#speller = speller;
  }

  isKnown(term: string): boolean {
    return this.#lexicons.some((lexicon) => lexicon.terms.find(term) >= 0);
  }

  /** "photo voltaic", "US 2015/0123456 A1": neighbours written as one word in the index. */
  #joined(words: readonly Word[], place: number): Substitute | null {
    for (let count = MOST_PIECES; count > 1; count--) {
      const first = Math.max(0, place - count + 1);
      for (let from = first; from <= place && from + count <= words.length; from++) {
        const parts = words.slice(from, from + count).map((word) => word.text);
        const term = this.#analyzer.termOf(parts.join(''));
        if (term !== '' && this.isKnown(term)) return { terms: [term], weight: 1, anyOf: false };
      }
    }
    return null;
  }

  /** "solarpanel", "us20150123456a1": known words written as one, in as few pieces as possible. */
  #cut(text: string): Substitute | null {
    const shortest = hasDigit(text) ? SHORTEST_CODE_PIECE : SHORTEST_PIECE;
    // best[i] = the pieces of the first i characters.
    const best: (readonly string[] | null)[] = [[]];
    for (let end = 1; end <= text.length; end++) {
      best[end] = null;
      for (let start = 0; start <= end - shortest; start++) {
        const before = best[start];
        const fewest = best[end]?.length ?? MOST_PIECES + 1;
        if (!before || before.length + 1 >= fewest) continue;
        const term = this.#analyzer.termOf(text.slice(start, end));
        if (term !== '' && this.isKnown(term)) best[end] = [...before, term];
      }
    }
    const terms = best[text.length];
    return terms?.some((term) => term.length >= SHORTEST_PIECE)
      ? { terms, weight: 1, anyOf: false }
      : null;
  }

  /** "A61K", "photov": words that begin so. */
  #completed(text: string): Substitute | null {
    if (text.length < (hasDigit(text) ? SHORTEST_CODE_BEGINNING : SHORTEST_BEGINNING)) return null;
    const counts = new Map<string, number>();
    for (const { terms, df } of this.#lexicons) {
      for (const id of terms.startingWith(text, MOST_COMPLETIONS)) {
        const term = terms.term(id);
        counts.set(term, (counts.get(term) ?? 0) + df[id]!);
      }
    }
    const commonest = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const terms = commonest.slice(0, MOST_COMPLETIONS).map(([term]) => term);
    return terms.length > 0 ? { terms, weight: GUESS_WEIGHT, anyOf: true } : null;
  }

  #corrected(term: string): Substitute | null {
    const guess = hasDigit(term) ? null : this.#speller().likeliest(term);
    return guess === null ? null : { terms: [guess], weight: GUESS_WEIGHT, anyOf: false };
  }

  /** The likeliest substitute of the word at a place; null = none. */
  of(words: readonly Word[], place: number): Substitute | null {
    const { text, term } = words[place]!;
    const joined = this.#joined(words, place);
    if (joined || isNumber(text)) return joined;
    return this.#cut(text) ?? this.#corrected(term) ?? this.#completed(text);
  }
}

/**
 * Replaces words that occur nowhere in the index by what was probably meant: the same word in one
 * piece or in several, the likeliest spelling, or words that begin so. Costs a few look-ups unless
 * a word is unknown.
 */
export function replaceUnknownWords(
  query: AnalyzedQuery,
  text: string,
  analyzer: Analyzer,
  lexicons: readonly Lexicon[],
  speller: () => Speller,
): AnalyzedQuery {
  if (query.terms.length > LONGEST_QUERY) return query;
  const substitutes = new Substitutes(lexicons, analyzer, speller);
  const unknown = query.terms.filter((term) => !substitutes.isKnown(term));
  if (unknown.length === 0) return query;
  const words: Word[] = [];
  tokenize(text.slice(0, MAX_QUERY_CHARACTERS), (word) =>
    words.push({ text: word, term: analyzer.termOf(word) }),
  );
  const terms = query.terms.slice();
  const weights = Array.from(query.weights);
  const pairs = query.pairs.slice();
  const alternatives = new Set<number>();
  for (const term of unknown) {
    const place = terms.indexOf(term);
    const found = substitutes.of(
      words,
      words.findIndex((word) => word.term === term),
    );
    const fresh = found?.terms.filter((one) => !terms.includes(one)) ?? [];
    if (!found || fresh.length === 0) continue;
    const weight = weights[place]! * found.weight;
    let previous = place;
    fresh.forEach((one, i) => {
      const at = i === 0 ? place : terms.length;
      terms[at] = one;
      weights[at] = weight;
      if (i === 0) return;
      if (found.anyOf) alternatives.add(at);
      else pairs.push([previous, at]);
      previous = at;
    });
  }
  return { terms, weights: Float64Array.from(weights), pairs, alternatives };
}
