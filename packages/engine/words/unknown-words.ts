import type { TermTable } from '../file/term-table.ts';
import type { Lexicon } from '../segment/open.ts';
import type { Analyzer } from '../text/analyze.ts';
import { stripAccents, tokenize } from '../text/tokenize.ts';
import { type AnalyzedQuery, MAX_QUERY_CHARACTERS } from './analyze-query.ts';
import { mostEdits, type Speller } from './spelling.ts';
import { finderOf } from './terms.ts';

/** Longer queries are not corrected: they have enough known words. */
const MAX_CORRECTED_TERMS = 12;
/** Maximum number of words that are joined, or of parts into which a word is split. */
const MAX_PARTS = 5;
/** Minimum length of a part; parts of codes may be shorter. */
const MIN_PART_LENGTH = 4;
const MIN_CODE_PART_LENGTH = 2;
/** Minimum length of a prefix that is completed. */
const MIN_PREFIX_LENGTH = 5;
const MIN_CODE_PREFIX_LENGTH = 3;
/** Maximum number of completions, the most frequent ones. */
const MAX_COMPLETIONS = 8;

/** What an index can tell about its words. */
export interface KnownWords {
  /** Whether a term occurs in the index. */
  has(term: string): boolean;
  /** Terms that begin with a text, at most `limit`, most frequent first. */
  startingWith(prefix: string, limit: number): readonly string[];
  /** The likeliest spelling of a word that may be corrected; null if there is none. */
  likeliest(word: string): string | null;
}

/** The words of lexicons. What they are asked for must be in memory. */
export function wordsOf(
  lexicons: readonly Lexicon[],
  vocabulary: TermTable,
  speller: () => Speller,
): KnownWords {
  return {
    has: (term) => {
      const find = finderOf(vocabulary, term);
      return lexicons.some((lexicon) => find(lexicon) >= 0);
    },
    likeliest: (word) => speller().likeliest(word),
    startingWith: (prefix, limit) => speller().startingWith(prefix, limit),
  };
}

/** The replacement of an unknown word. */
interface Substitute {
  readonly terms: readonly string[];
  /** Whether a row should contain one of the terms, not all of them. */
  readonly anyOf: boolean;
}

/** A word of the query with its term. */
interface Word {
  readonly text: string;
  readonly term: string;
}

const hasDigit = (text: string) => /\d/.test(text);
/** Numbers are neither split nor completed: the result would be another number. */
const isNumber = (text: string) => /^\d{1,7}$/.test(text);

/** Terms of adjacent words joined, of which one is at `place`: those of most words first. */
function* joinedTerms(
  words: readonly Word[],
  position: number,
  analyzer: Analyzer,
): Generator<string, void> {
  for (let count = MAX_PARTS; count > 1; count--) {
    const first = Math.max(0, position - count + 1);
    for (let from = first; from <= position && from + count <= words.length; from++) {
      const parts = words.slice(from, from + count).map((word) => word.text);
      const term = analyzer.termOf(parts.join(''));
      if (term !== '') yield term;
    }
  }
}

/** Minimum length of the parts of a word. */
const shortestPart = (text: string) => (hasDigit(text) ? MIN_CODE_PART_LENGTH : MIN_PART_LENGTH);

/** Splits a word into as few known words as possible: "solarpanel", "us20150123456a1". */
function split(text: string, known: KnownWords, analyzer: Analyzer): Substitute | null {
  const shortest = shortestPart(text);
  // best[i] = the parts of the first i characters.
  const best: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    best[end] = null;
    for (let start = 0; start <= end - shortest; start++) {
      const before = best[start];
      const fewest = best[end]?.length ?? MAX_PARTS + 1;
      if (!before || before.length + 1 >= fewest) continue;
      const term = analyzer.termOf(text.slice(start, end));
      if (term !== '' && known.has(term)) best[end] = [...before, term];
    }
  }
  const terms = best[text.length];
  return terms?.some((term) => term.length >= MIN_PART_LENGTH) ? { terms, anyOf: false } : null;
}

function corrected(term: string, known: KnownWords): Substitute | null {
  const guess = mostEdits(term) > 0 ? known.likeliest(term) : null;
  return guess === null ? null : { terms: [guess], anyOf: false };
}

/** Completes a prefix: "A61K", "photov". */
function completed(text: string, known: KnownWords): Substitute | null {
  if (text.length < (hasDigit(text) ? MIN_CODE_PREFIX_LENGTH : MIN_PREFIX_LENGTH)) return null;
  const terms = known.startingWith(stripAccents(text), MAX_COMPLETIONS);
  return terms.length > 0 ? { terms, anyOf: true } : null;
}

/** The likeliest substitute for the word at an index, which does not occur; null if there is none. */
function substituteOf(
  words: readonly Word[],
  position: number,
  known: KnownWords,
  analyzer: Analyzer,
): Substitute | null {
  const { text, term } = words[position]!;
  // Adjacent words that the index has as one: "photo voltaic", "US 2015/0123456 A1".
  const joined = joinedTerms(words, position, analyzer).find((one) => known.has(one));
  if (joined !== undefined) return { terms: [joined], anyOf: false };
  if (isNumber(text)) return null;
  return split(text, known, analyzer) ?? corrected(term, known) ?? completed(text, known);
}

/** Words of a query as they are written, with their terms. */
function wordsOfText(text: string, analyzer: Analyzer): Word[] {
  const words: Word[] = [];
  tokenize(text.slice(0, MAX_QUERY_CHARACTERS), (word) =>
    words.push({ text: word, term: analyzer.termOf(word) }),
  );
  return words;
}

/** Terms of a query that are not known; none of long queries, which are not corrected. */
export function unknownTerms(
  query: AnalyzedQuery,
  isKnown: (term: string, position: number) => boolean,
): string[] {
  if (query.terms.length > MAX_CORRECTED_TERMS) return [];
  return query.terms.filter((term, position) => !isKnown(term, position));
}

/**
 * Terms of which `replaceUnknownWords` may ask whether the index has them, for an index of which they must be read in advance.
 * @param longest characters of a word of which all parts are among them
 */
export function termsToAsk(
  text: string,
  analyzer: Analyzer,
  unknown: readonly string[],
  longest = Number.POSITIVE_INFINITY,
): string[] {
  const words = wordsOfText(text, analyzer);
  const terms = new Set<string>();
  for (const [position, word] of words.entries()) {
    if (!unknown.includes(word.term)) continue;
    for (const term of joinedTerms(words, position, analyzer)) terms.add(term);
    if (isNumber(word.text) || word.text.length > longest) continue;
    const shortest = shortestPart(word.text);
    for (let start = 0; start < word.text.length; start++) {
      for (let end = start + shortest; end <= word.text.length; end++) {
        terms.add(analyzer.termOf(word.text.slice(start, end)));
      }
    }
  }
  terms.delete('');
  return [...terms];
}

/** Whether all unknown words of a query are numbers, which are neither split, corrected nor completed. */
export function areNumbers(text: string, analyzer: Analyzer, unknown: readonly string[]): boolean {
  return wordsOfText(text, analyzer).every(
    (word) => !unknown.includes(word.term) || isNumber(word.text),
  );
}

/**
 * Replaces words that do not occur in the index: by the joined or split word, the likeliest spelling, or
 * words with this prefix.
 * @param unknown terms of the query that are not in the index
 */
export function replaceUnknownWords(
  query: AnalyzedQuery,
  text: string,
  analyzer: Analyzer,
  known: KnownWords,
  unknown: readonly string[],
): AnalyzedQuery {
  if (unknown.length === 0) return query;
  const words = wordsOfText(text, analyzer);
  const terms = query.terms.slice();
  const weights = Array.from(query.weights);
  const pairs = query.pairs.slice();
  const alternatives = new Set<number>();
  for (const term of unknown) {
    const position = terms.indexOf(term);
    const place = words.findIndex((word) => word.term === term);
    const found = substituteOf(words, place, known, analyzer);
    const fresh = found?.terms.filter((one) => !terms.includes(one)) ?? [];
    if (!found || fresh.length === 0) continue;
    const weight = weights[position]!;
    let previous = position;
    fresh.forEach((one, i) => {
      const at = i === 0 ? position : terms.length;
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
