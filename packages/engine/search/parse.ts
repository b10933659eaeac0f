import type { Candidates } from '../query/candidates.ts';
import { queryWords, weighWords } from '../words/analyze-query.ts';
import {
  addForms,
  applySynonyms,
  knownForms,
  type Synonyms,
  type UsedSynonyms,
} from '../words/synonyms.ts';
import { type ParsedQuery, type TermEntry, weighTerms } from '../words/terms.ts';
import { replaceUnknownWords, unknownTerms } from '../words/unknown-words.ts';
import type { RowSource } from './row-source.ts';

/** A query, and the synonyms that apply to it. */
export interface ParsedText extends ParsedQuery {
  readonly synonyms: readonly UsedSynonyms[];
}

/** A longer query is searched in the language of most rows, if its own is not told. */
const MAX_TRIED_WORDS = 32;

/**
 * Parse: terms with their counts, synonyms applied, unknown words replaced. Brings what finding reads into memory.
 * @param list synonyms of the index
 */
export async function parseQuery<Filter, Found extends Candidates>(
  source: RowSource<Filter, Found>,
  text: string,
  list: Synonyms | undefined,
): Promise<ParsedText> {
  const { analyzer, others } = source.model.analyzer.tell(text);
  const isKnown = (term: string) => (entries.get(term)?.df ?? 0) > 0;
  const entries = new Map<string, TermEntry>();
  const count = async (terms: readonly string[]): Promise<void> => {
    const missing = [...new Set(terms)].filter((term) => !entries.has(term));
    if (missing.length === 0) return;
    const counts = await source.counts(missing);
    for (const [i, term] of missing.entries()) entries.set(term, counts[i]!);
  };
  const factorOf = (term: string) => {
    // The last words of a very long text are not counted.
    const entry = entries.get(term);
    if (!entry) return 0;
    const word = weighWords([{ term, request: false, stop: false }]);
    return weighTerms(word, [entry], source)[0]!.weight;
  };

  let written = queryWords(text, analyzer);
  if (others.length > 0 && written.length <= MAX_TRIED_WORDS) {
    const tried = queryWords(text, analyzer, others);
    await count(tried.flatMap(({ term, forms = [] }) => [term, ...forms]));
    written = knownForms(tried, isKnown);
  }
  const found = list?.of(written, analyzer) ?? [];
  const searched = found.flatMap(({ synonyms }) => synonyms.flatMap(({ terms }) => terms));
  const plain = weighWords(written);
  await count([...plain.terms, ...searched]);
  const applied = found.length > 0 ? applySynonyms(written, found, factorOf) : undefined;
  const asked = applied ? weighWords(applied.words) : plain;
  const replace = async () => {
    const unknown = unknownTerms(asked, isKnown);
    if (unknown.length === 0) return asked;
    const words = await source.words(text, analyzer, unknown);
    return replaceUnknownWords(asked, text, analyzer, words, unknown);
  };
  // A word that only unseen rows have must be worth as much as one that no row has: nothing.
  const corrected = source.isPart
    ? weighWords((applied?.words ?? written).filter(({ term }) => isKnown(term)))
    : await replace();
  const formed = addForms(corrected, applied?.words ?? written, factorOf);
  const query = applied ? applied.addTo(formed) : formed;
  await count(query.terms);
  const counts = query.terms.map((term) => entries.get(term)!);
  const parsed = { query, terms: weighTerms(query, counts, source), synonyms: applied?.used ?? [] };
  await source.prepare(parsed);
  return parsed;
}
