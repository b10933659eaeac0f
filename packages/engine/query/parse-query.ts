import type { AnalyzedQuery } from './analyze-query.ts';
import { type ResolvedTerm, resolveTerms } from './candidates.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';
import type { QueryPages } from './query-pages.ts';
import type { SimilarTerms } from './similar-words.ts';
import {
  areNumbers,
  replaceUnknownWords,
  termsToAsk,
  unknownTerms,
  wordsOf,
} from './unknown-words.ts';

/** A query with its terms. */
export interface ParsedQuery {
  readonly query: AnalyzedQuery;
  readonly terms: readonly ResolvedTerm[];
}

/** A query as reranking reads it. */
export interface RankedQuery extends ParsedQuery {
  /** Words of the model that are spelled like each term; empty if there are none. */
  readonly similar: readonly SimilarTerms[];
}

/** Parse: terms with their counts, unknown words replaced. Brings what retrieving reads into memory. */
export async function parseQuery(
  state: IndexState,
  loaded: LoadedIndex,
  pages: QueryPages,
  text: string,
  asked: AnalyzedQuery,
): Promise<ParsedQuery> {
  const { analyzer } = state.model;
  await pages.terms(asked.terms);
  const lexicons = loaded.parts.map((part) => part.lexicon);
  const words = wordsOf(lexicons, () => loaded.speller());
  const unknown = unknownTerms(asked, words.has);
  if (unknown.length > 0) {
    // Of a large index, the table for looking up terms is several times their text: only what is looked up is read of it.
    await Promise.all([
      pages.terms(termsToAsk(text, analyzer, unknown)),
      // A number is only joined with the words beside it.
      areNumbers(text, analyzer, unknown) ? undefined : pages.textOfTerms(),
    ]);
  }
  const query = replaceUnknownWords(asked, text, analyzer, words, unknown);
  if (query !== asked) await pages.terms(query.terms);
  const terms = resolveTerms(query, lexicons, state);
  await Promise.all([pages.vectors(query), pages.postings(terms)]);
  return { query, terms };
}
