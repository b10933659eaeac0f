import type { SearchOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { coverage, stemSet, weigh } from '../terms.ts';
import type { Intent } from '../understand/intent.ts';
import { isOnlyFilter } from '../understand/refinement.ts';
import { bestQuotes, type FoundQuote, firstQuote, type Passage } from './best-quote.ts';

export type SearchIntent = Extract<Intent, { kind: 'search' }>;
export type FoundDocument = SearchOutput['documents'][number];

/**
 * Thresholds for saying that a document speaks of what was asked: its concept score (0 to 1), or the mean of that score and its share of
 * the query's words; and whether one place of it has `words` of the share that is asked of one. Below these values, searches for things in no
 * patent of the catalogue listed documents.
 */
const defaultThreshold = { concept: 0.4, mean: 0.35, words: 1 };
/** Lower thresholds for searches that are filtered by assignee or class. */
const narrowedThreshold = { concept: 0.4, mean: 0.2, words: 0.7 };
/** Lists everything found. */
const none = { concept: 0, mean: 0, words: 0 };
/**
 * Share of the query's words, by rarity, that one place of a document must have: a passage, or title and abstract. Of many words it need
 * have fewer.
 */
const wordsAtOnePlace = (terms: number) => Math.max(0.25, Math.min(0.5, 1.5 / terms));
/** The same of a document of which only the title is here. */
const wordsOfTitle = 0.15;
/** Threshold as a share of the best concept score, when a whole patent is the query: its scores are low. */
const minShareOfBest = 0.5;

/** A found invention, with its first publication in the results. */
export interface Ranked {
  document: FoundDocument;
  /** UCIDs of its other publications that were found. */
  also: string[];
  /** Null if the text of the document is not stored here. */
  quote: FoundQuote | null;
}

const textsOf = ({ abstract, passages }: FoundDocument): Passage[] => [
  ...passages,
  { part: 'abstract', number: null, text: abstract },
];

export const textOf = (document: FoundDocument) =>
  [document.title, ...textsOf(document).map(({ text }) => text)].join(' ');

/** The inventions that reach the threshold, in the order of the search. */
export function rankFound(
  query: string,
  found: readonly FoundDocument[],
  minimum = defaultThreshold,
) {
  const weights = weigh(stemSet(query), found.map(textOf));
  const ranked: Ranked[] = [];
  for (const document of found) {
    const share = coverage(weights, textOf(document));
    const { conceptScore } = document;
    if (conceptScore < minimum.concept && (share + conceptScore) / 2 < minimum.mean) continue;
    const least = hasText(document) ? wordsAtOnePlace(weights.size) : wordsOfTitle;
    if (shareAtOnePlace(document, weights) < least * minimum.words) continue;
    const known = ranked.find((one) => isSameInvention(one.document, document));
    if (known) known.also.push(document.ucid);
    else ranked.push({ document, also: [], quote: quoteFor(document, weights) });
  }
  return ranked;
}

function shareAtOnePlace(document: FoundDocument, weights: ReadonlyMap<string, number>): number {
  const { title, abstract, passages } = document;
  const places = [`${title} ${abstract}`, ...passages.map(({ text }) => text)];
  return Math.max(...places.map((text) => coverage(weights, text)));
}

/** Whether a document is here in full, and not only as a row of the catalogue. */
export const hasText = (document: FoundDocument): boolean =>
  textsOf(document).some(({ text }) => text !== '');

function quoteFor(
  document: FoundDocument,
  weights: ReadonlyMap<string, number>,
): FoundQuote | null {
  if (!hasText(document)) return null;
  const title: Passage = { part: 'title', number: null, text: document.title };
  const first = firstQuote(textsOf(document));
  return (
    bestQuotes(textsOf(document), weights)[0] ??
    bestQuotes([title], weights)[0] ??
    (first ? { ...first, terms: new Set<string>(), score: 0 } : null)
  );
}

/** A title as it is in all publications, however an office writes it. */
const titleKey = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Publications of one invention share title and priority date. Search results do not contain the family. */
export const isSameInvention = (
  one: Pick<FoundDocument, 'title' | 'priority_date'>,
  other: Pick<FoundDocument, 'title' | 'priority_date'>,
): boolean =>
  titleKey(one.title) === titleKey(other.title) && one.priority_date === other.priority_date;

/** The same of a document that was read. */
export const isSamePatent = (
  one: FoundDocument,
  { title, priority_date }: PatentDocument,
): boolean => isSameInvention(one, { title, priority_date: priority_date ?? null });

/** Least scores of what is listed after the closest ones: it may say the same in other words. */
const lessClose = { concept: 0.3, mean: 0.22, words: 0 };

/** What is less close than the listed ones, but was found. */
export const listLessClose = (
  { query, shown }: SearchIntent,
  documents: readonly FoundDocument[],
  listed: readonly Ranked[],
): Ranked[] => {
  const names = new Set([
    ...shown,
    ...listed.flatMap(({ document, also }) => [document.ucid, ...also]),
  ]);
  const ranked = rankFound(query, documents, lessClose);
  return ranked.filter(
    ({ document, also }) => ![document.ucid, ...also].some((ucid) => names.has(ucid)),
  );
};

/** What a search lists: without documents that were shown before. */
export function listFound(
  intent: SearchIntent,
  documents: readonly FoundDocument[],
  like?: PatentDocument,
): Ranked[] {
  const { query, shown } = intent;
  const kept = documents.filter(({ ucid }) => !shown.includes(ucid));
  return rankFound(query, kept, thresholdFor(intent, like, kept));
}

/** The threshold of a search. A query that only repeats a filter has none. */
function thresholdFor(
  intent: SearchIntent,
  like: PatentDocument | undefined,
  documents: readonly FoundDocument[],
) {
  if (like) {
    const best = Math.max(...documents.map(({ conceptScore }) => conceptScore));
    return { concept: best * minShareOfBest, mean: 1, words: 0 };
  }
  if (isOnlyFilter(intent)) return none;
  const { assignee, cpc, inventor } = intent.filters;
  return assignee || cpc || inventor ? narrowedThreshold : defaultThreshold;
}
