import type { KnownWord, SearchIndex } from '#engine';
import { isTelling, type LikeTerms, likeTerms } from '#functions/patents/index.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import type { Report } from '#shared/report/report.ts';
import { countTerms, type FieldWords } from './nearness.ts';
import { reportRules } from './report-rules.ts';

/**
 * Words of references that may stand for words of a patent, by their spelling and by the words that they occur near to in the
 * index. A report states them, so that its chart can be computed again without the index.
 * @param words of the patent, as the report states them
 */
export async function findLikeWords(
  index: Pick<SearchIndex, 'words'>,
  words: FieldWords,
  documents: readonly PatentDocument[],
): Promise<NonNullable<Report['record']['like_words']>> {
  const wanted = Object.entries(words)
    .filter(([term]) => mayHaveLike(term))
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, reportRules.likeWordsSought)
    .map(([term]) => term);
  const among = [...new Set(documents.flatMap((one) => [...countTerms(one).keys()]))]
    .filter(mayHaveLike)
    .toSorted();
  const terms = [...new Set([...wanted, ...among])];
  const found = await index.words(terms);
  const known = new Map<string, KnownWord | undefined>(terms.map((term, at) => [term, found[at]]));
  const like = likeTerms(wanted.toSorted(), among, (term) => known.get(term));
  return Object.fromEntries(
    Array.from(like, ([term, others]) => [term, Object.fromEntries(others)]),
  );
}

/** Numbers and codes stand for themselves. */
const mayHaveLike = (term: string) => isTelling(term) && !/\d/.test(term);

/** As a report states them. Reports of earlier rules have none. */
export const likesOf = ({ like_words = {} }: Pick<Report['record'], 'like_words'>): LikeTerms =>
  new Map(Object.entries(like_words).map(([term, others]) => [term, Object.entries(others)]));
