import { type AnalyzedQuery, analyzeQuery } from '../query/analyze-query.ts';
import { type Candidates, type ParsedQuery, weighTerms } from '../query/candidates.ts';
import { replaceUnknownWords, unknownTerms } from '../query/unknown-words.ts';
import type { RowSource } from './row-source.ts';

/** Parse: terms with their counts, unknown words replaced. Brings what finding reads into memory. */
export async function parseQuery<Filter, Found extends Candidates>(
  source: RowSource<Filter, Found>,
  text: string,
): Promise<ParsedQuery> {
  const { analyzer } = source.model;
  const asked = analyzeQuery(text, analyzer);
  const entries = await source.counts(asked.terms);
  const unknown = unknownTerms(asked, (_, position) => entries[position]!.df > 0);
  const corrected = async (): Promise<AnalyzedQuery> =>
    replaceUnknownWords(asked, text, analyzer, await source.words(text, unknown), unknown);
  const query = unknown.length > 0 ? await corrected() : asked;
  const counts = query === asked ? entries : await source.counts(query.terms);
  const parsed = { query, terms: weighTerms(query, counts, source) };
  await source.prepare(parsed);
  return parsed;
}
