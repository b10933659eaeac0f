import type { TermTable } from '../file/term-table.ts';
import {
  MAX_SIMILAR_QUERY,
  MAX_SIMILAR_WORDS,
  MIN_LIKENESS,
  MIN_SIMILAR_LENGTH,
  SIMILAR_WEIGHT,
} from '../ranking-constants.ts';
import { inverseDocumentFrequency } from '../segment/inverse-document-frequency.ts';
import type { AnalyzedQuery } from './analyze-query.ts';
import { GramTable } from './gram-table.ts';

/** A word that is spelled like one of the query. */
interface SimilarWord {
  /** Number of the word in the model's vocabulary. */
  readonly number: number;
  /** Occurrences of the query's word that one of this word stands for, 0 to 1. */
  readonly weight: number;
}

/** A query and the counts of its terms. */
interface QueryTerms {
  readonly query: Pick<AnalyzedQuery, 'terms' | 'weights' | 'alternatives'>;
  readonly terms: readonly {
    readonly term: string;
    readonly df: number;
    readonly weight: number;
  }[];
}

/** The words that are similar to a term of a query. */
export interface SimilarTerms {
  readonly words: readonly SimilarWord[];
  /** Factor of what they add to the impact of the term; see `SimilarScores`. */
  readonly weight: number;
}

/**
 * Words of a model that are spelled like a query's words: forms that no stemmer knows, compounds, other
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

  /**
   * The words similar to each term of a query; an empty list if there are none, or for a long query. The query's
   * terms must be in memory in the table of the model's words.
   */
  of({ query, terms }: QueryTerms, rowCount: number): SimilarTerms[] {
    if (terms.length - (query.alternatives?.size ?? 0) > MAX_SIMILAR_QUERY) return [];
    const taken = new Set(query.terms.map((term) => this.#vocabulary.find(term)));
    const unknown = inverseDocumentFrequency(rowCount, 0);
    const similar = terms.map(({ term, df, weight }, i) => ({
      words: this.#similarTo(term, taken),
      weight: df > 0 ? weight : query.weights[i]! * unknown,
    }));
    return similar.some(({ words }) => words.length > 0) ? similar : [];
  }

  /** The words like a term that are not taken, and takes them: a word is similar to one term only. */
  #similarTo(term: string, taken: Set<number>): SimilarWord[] {
    if (term.length < MIN_SIMILAR_LENGTH) return [];
    const similar: SimilarWord[] = [];
    for (const { id, likeness } of this.#table.alike(term, MIN_LIKENESS, MAX_SIMILAR_WORDS)) {
      if (taken.has(id)) continue;
      taken.add(id);
      similar.push({ number: id, weight: SIMILAR_WEIGHT * likeness ** 3 });
    }
    return similar;
  }
}
