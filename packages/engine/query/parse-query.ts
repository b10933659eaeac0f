import type { AnalyzedQuery } from './analyze-query.ts';
import { type ResolvedTerm, resolveTerms } from './candidates.ts';
import type { IndexState, LoadedIndex } from './index-state.ts';
import type { QueryPages } from './query-pages.ts';
import type { SimilarTerms } from './similar-words.ts';
import { joinsOfNumbers, replaceUnknownWords, unknownTerms, wordsOf } from './unknown-words.ts';

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
  // A number is only joined with the words beside it, so it costs no reading of all terms.
  const joined = joinsOfNumbers(text, analyzer, unknown);
  if (joined) await pages.terms(joined);
  else if (unknown.length > 0) await pages.allTerms();
  const query = replaceUnknownWords(asked, text, analyzer, words, unknown);
  if (query !== asked) await pages.terms(query.terms);
  const terms = resolveTerms(query, lexicons, state);
  await Promise.all([pages.vectors(query), pages.postings(terms)]);
  return { query, terms };
}
