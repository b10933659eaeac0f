import type { TermTable } from '../file/term-table.ts';
import {
  K1,
  MAX_SIMILAR_QUERY,
  MAX_SIMILAR_WORDS,
  MIN_LIKENESS,
  MIN_SIMILAR_LENGTH,
  SIMILAR_WEIGHT,
} from '../ranking-constants.ts';
import { IMPACT_STEPS, MAX_IMPACT } from '../segment/format.ts';
import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { SearchParts } from '../segment/open.ts';
import { forEachPosting, impactOf } from '../segment/posting-lists.ts';
import type { Candidates, ResolvedTerm } from './candidates.ts';
import { GramTable } from './gram-table.ts';
import type { ParsedQuery } from './parse-query.ts';

/** A word that is spelled like one of the query. */
interface SimilarWord {
  readonly term: string;
  /** Occurrences of the query's word that one of this word stands for, 0 to 1. */
  readonly worth: number;
}

/** The words that are similar to a term of a query. */
export interface SimilarTerms {
  readonly words: readonly SimilarWord[];
  /** Factor of `addedImpact`. */
  readonly weight: number;
}

/** Weighted frequency of a term in a row by its quantised impact: the inverse of `RowImpacts.impact`. */
export const frequencyOf = (step: number): number => (K1 * step) / (IMPACT_STEPS + 0.5 - step);

/**
 * What similar words add to the impact of a query's word in a row. They count before saturation: a row that has the
 * query's word gains little by them.
 * @param step quantised impact of the query's word
 * @param frequency sum of the similar words' frequencies, each times its worth
 */
export function addedImpact(step: number, frequency: number): number {
  const own = frequencyOf(step);
  const impactOf = (sum: number) => (MAX_IMPACT * sum) / (sum + K1);
  return impactOf(own + frequency) - impactOf(own);
}

/**
 * Words of an index that are spelled like a query's words: forms that no stemmer knows, compounds, other
 * spellings. They count as fractions of an occurrence.
 */
export class SimilarWords {
  readonly #vocabulary: TermTable;
  readonly #table: GramTable;

  /** @param vocabulary the words that may be found, whose text must be in memory */
  constructor(vocabulary: TermTable) {
    this.#vocabulary = vocabulary;
    this.#table = new GramTable(vocabulary);
  }

  /** The words similar to each term of a query; none for a long query. */
  of({ query, terms }: ParsedQuery, rowCount: number): SimilarTerms[] {
    if (terms.length > MAX_SIMILAR_QUERY) return [];
    const taken = new Set(query.terms);
    const unknown = inverseDocumentFrequency(rowCount, 0);
    return terms.map(({ term, df, weight }, i) => ({
      words: this.#similarTo(term, taken),
      weight: df > 0 ? weight : query.weights[i]! * unknown,
    }));
  }

  /** The words like a term that are not taken, and takes them: a word is similar to one term only. */
  #similarTo(term: string, taken: Set<string>): SimilarWord[] {
    if (term.length < MIN_SIMILAR_LENGTH) return [];
    const similar: SimilarWord[] = [];
    for (const { id, likeness } of this.#table.alike(term, MIN_LIKENESS, MAX_SIMILAR_WORDS)) {
      const word = this.#vocabulary.term(id);
      if (taken.has(word)) continue;
      taken.add(word);
      similar.push({ term: word, worth: SIMILAR_WEIGHT * likeness ** 3 });
    }
    return similar;
  }
}

/** BM25F scores of candidates with similar words. The posting lists of all words must be in memory. */
export function withSimilarWords(
  parts: readonly SearchParts[],
  terms: readonly ResolvedTerm[],
  similar: readonly SimilarTerms[],
  found: Candidates,
): Float64Array {
  const scores = found.lexical.slice();
  const frequencies = new Float64Array(found.count);
  parts.forEach(({ facts, lexicon, postings: { lists } }, s) => {
    // Places of the segment's candidates, from 1.
    const places = new Uint16Array(facts.rowCount);
    for (let c = found.starts[s]!; c < found.starts[s + 1]!; c++) places[found.rows[c]!] = c + 1;
    similar.forEach(({ words, weight }, i) => {
      const touched: number[] = [];
      for (const { term, worth } of words) {
        const number = lexicon.terms.find(term);
        if (number < 0) continue;
        forEachPosting(lists, number, (row, step) => {
          const place = places[row]! - 1;
          if (place < 0) return;
          if (frequencies[place] === 0) touched.push(place);
          frequencies[place]! += worth * frequencyOf(step);
        });
      }
      const own = terms[i]!.numbers[s]!;
      for (const place of touched) {
        const step = own < 0 ? 0 : impactOf(lists, own, found.rows[place]!);
        scores[place]! += weight * addedImpact(step, frequencies[place]!);
        frequencies[place] = 0;
      }
    });
  });
  return scores;
}
