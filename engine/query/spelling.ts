import type { TermTable } from '../file/term-table.ts';
import type { AnalyzedQuery } from './analyze-query.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 5;
/** From this length on two edits are allowed. */
const LONG = 9;
/** A guessed word counts this much of a written one. */
const GUESS_WEIGHT = 0.5;
/** Long queries have enough words that are right. */
const LONGEST_QUERY = 12;

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

/** The vocabulary term a word was probably meant to be: fewest edits, then the commonest. */
function likelyTerm(word: string, vocabulary: TermTable): string | null {
  const limit = word.length >= LONG ? 2 : 1;
  let best: string | null = null;
  let fewest = limit + 1;
  // Terms are numbered by falling frequency, so the first of equals is the commonest.
  for (let id = 0; id < vocabulary.size && fewest > 1; id++) {
    const term = vocabulary.term(id);
    // First letters are seldom wrong, and most terms are ruled out by them.
    if (term[0] !== word[0] || /\d/.test(term)) continue;
    const edits = editDistance(word, term, fewest - 1);
    if (edits < fewest) {
      fewest = edits;
      best = term;
    }
  }
  return best;
}

/**
 * Replaces words the index does not contain by the likeliest words of its vocabulary, at half the
 * weight. Words with digits are codes and stay as they are.
 */
export function correctSpelling(
  query: AnalyzedQuery,
  vocabulary: TermTable,
  isKnown: (term: string) => boolean,
): AnalyzedQuery {
  if (query.terms.length > LONGEST_QUERY) return query;
  const weights = query.weights.slice();
  const terms = query.terms.map((term, i) => {
    if (term.length < SHORTEST || /\d/.test(term) || isKnown(term)) return term;
    const guess = likelyTerm(term, vocabulary);
    if (guess === null || query.terms.includes(guess)) return term;
    weights[i]! *= GUESS_WEIGHT;
    return guess;
  });
  return { ...query, terms, weights };
}
