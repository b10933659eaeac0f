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
import type { Candidates } from './candidates.ts';
import { GramTable } from './gram-table.ts';
import type { ParsedQuery } from './parse-query.ts';

/** A word that is spelled like one of the query. */
interface SimilarWord {
  readonly term: string;
  /** Occurrences of the query's word that one of this word stands for, 0 to 1. */
  readonly worth: number;
}

/** Weighted frequency of a term in a row by its quantised impact: the inverse of `RowImpacts.impact`. */
const FREQUENCIES = Float64Array.from(
  { length: IMPACT_STEPS + 1 },
  (_, step) => (K1 * step) / (IMPACT_STEPS + 0.5 - step),
);

const impactOfFrequency = (frequency: number) => (MAX_IMPACT * frequency) / (frequency + K1);

/**
 * Words of an index that are spelled like a query's words: forms that no stemmer knows, compounds, other
 * spellings. They count as fractions of an occurrence, before saturation: a row that has the query's word
 * gains little by them.
 */
export class SimilarWords {
  readonly #vocabulary: TermTable;
  readonly #table: GramTable;

  /** @param vocabulary the words that may be found, whose text must be in memory */
  constructor(vocabulary: TermTable) {
    this.#vocabulary = vocabulary;
    this.#table = new GramTable(vocabulary);
  }

  /** BM25F scores of the candidates with similar words. All posting lists must be in memory. */
  lexicalScores(
    parts: readonly SearchParts[],
    { query, terms }: ParsedQuery,
    rowCount: number,
    found: Candidates,
  ): Float64Array {
    const scores = found.lexical.slice();
    if (terms.length > MAX_SIMILAR_QUERY) return scores;
    const taken = new Set(query.terms);
    const similar = terms.map(({ term }) => this.#similarTo(term, taken));
    const unknown = inverseDocumentFrequency(rowCount, 0);
    const extra = new Float64Array(found.count);
    parts.forEach(({ facts, lexicon, postings: { lists } }, s) => {
      // Places of the segment's candidates, from 1.
      const places = new Uint16Array(facts.rowCount);
      for (let c = found.starts[s]!; c < found.starts[s + 1]!; c++) places[found.rows[c]!] = c + 1;
      terms.forEach(({ df, weight, numbers }, i) => {
        const touched: number[] = [];
        for (const { term, worth } of similar[i]!) {
          const number = lexicon.terms.find(term);
          if (number < 0) continue;
          forEachPosting(lists, number, (row, impact) => {
            const place = places[row]! - 1;
            if (place < 0) return;
            if (extra[place] === 0) touched.push(place);
            extra[place]! += worth * FREQUENCIES[impact]!;
          });
        }
        const own = numbers[s]!;
        const full = df > 0 ? weight : query.weights[i]! * unknown;
        for (const place of touched) {
          const impact = own < 0 ? 0 : impactOf(lists, own, found.rows[place]!);
          const frequency = FREQUENCIES[impact]!;
          const raised = impactOfFrequency(frequency + extra[place]!);
          scores[place]! += full * (raised - impactOfFrequency(frequency));
          extra[place] = 0;
        }
      });
    });
    return scores;
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
