import type { SearchOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { coverage, stem, stemSet, weigh } from '../terms.ts';
import type { Intent } from '../understand/intent.ts';
import { isOnlyFilter } from '../understand/refinement.ts';
import { bestQuotes, type FoundQuote, firstQuote, type Passage } from './best-quote.ts';

export type SearchIntent = Extract<Intent, { kind: 'search' }>;
export type FoundDocument = SearchOutput['documents'][number];

/**
 * What a document must have to be listed. `concept`: least concept score (0 to 1), or `mean`: that of the score and the share of the query's
 * words in it. `words`: of the share that is asked of one place. `subject`: title and abstract have a word, because what only a passage
 * mentions is met by chance. `phrase`: two words that the query has side by side are side by side, or one place has nearly all.
 * Of 73 requests over 236 patents these list 54 right documents and 1 wrong one; without the last two 60 and 30.
 */
interface Threshold {
  concept: number;
  mean: number;
  words: number;
  subject: boolean;
  phrase: boolean;
}

/** For saying that a document speaks of what was asked. */
const speaks: Threshold = { concept: 0.4, mean: 0.35, words: 1, subject: true, phrase: true };
/** The same within an assignee's or a class's. */
const narrowed: Threshold = { concept: 0.4, mean: 0.2, words: 0.7, subject: false, phrase: false };
/** Lists everything found. */
const none: Threshold = { concept: 0, mean: 0, words: 0, subject: false, phrase: false };
/** For what is listed after the closest ones: it may say the same in other words. */
const lessClose: Threshold = { concept: 0.3, mean: 0.22, words: 0, subject: true, phrase: false };
/**
 * Share of the query's words, by rarity, that one place of a document must have: a passage, or title and abstract. Of many words it need
 * have fewer.
 */
const wordsAtOnePlace = (terms: number) => Math.max(0.25, Math.min(0.5, 1.5 / terms));
/** The share with which a place needs no phrase of the query. */
const nearlyAll = 0.7;
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
  minimum: Threshold = speaks,
) {
  const weights = weigh(stemSet(query), found.map(textOf));
  const phrases = pairsOf(query, weights);
  const ranked: Ranked[] = [];
  for (const document of found) {
    const share = coverage(weights, textOf(document));
    const { conceptScore } = document;
    if (conceptScore < minimum.concept && (share + conceptScore) / 2 < minimum.mean) continue;
    const most = shareAtOnePlace(document, weights);
    const least = hasText(document) ? wordsAtOnePlace(weights.size) : wordsOfTitle;
    if (most < least * minimum.words) continue;
    if (minimum.subject && coverage(weights, subjectOf(document)) === 0) continue;
    if (minimum.phrase && most < nearlyAll && !hasOneOf(phrases, document, weights)) continue;
    const known = ranked.find((one) => isSameInvention(one.document, document));
    if (known) known.also.push(document.ucid);
    else ranked.push({ document, also: [], quote: quoteFor(document, weights) });
  }
  return ranked;
}

const subjectOf = ({ title, abstract }: FoundDocument) => `${title} ${abstract}`;

const placesOf = (document: FoundDocument) => [
  subjectOf(document),
  ...document.passages.map(({ text }) => text),
];

const shareAtOnePlace = (document: FoundDocument, weights: ReadonlyMap<string, number>): number =>
  Math.max(...placesOf(document).map((text) => coverage(weights, text)));

/** Stems of the query that stand side by side in a text, two by two. */
function pairsOf(text: string, weights: ReadonlyMap<string, number>): Set<string> {
  const stems = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
  const pairs = stems.slice(1).map((next, at) => [stems[at]!, next] as const);
  return new Set(
    pairs.filter((pair) => pair.every((one) => weights.has(one))).map((pair) => pair.join(' ')),
  );
}

/** Whether a document has a phrase of the query. Of titles alone none is asked. */
function hasOneOf(
  phrases: ReadonlySet<string>,
  document: FoundDocument,
  weights: ReadonlyMap<string, number>,
): boolean {
  if (phrases.size === 0 || !hasText(document)) return true;
  return placesOf(document).some((text) =>
    [...pairsOf(text, weights)].some((pair) => phrases.has(pair)),
  );
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

/** Whether what is here of a document has a word of the query. */
export function hasWordOf(query: string, document: FoundDocument): boolean {
  const asked = stemSet(query);
  return [...stemSet(textOf(document))].some((one) => asked.has(one));
}

/**
 * What is less close than the listed ones, but was found. It needs a word of the query in title or abstract. Of somebody's documents, and of
 * a class, it is enough that the index takes it for near; the answer says so where no word is there.
 */
export const listLessClose = (
  { query, shown, filters }: SearchIntent,
  documents: readonly FoundDocument[],
  listed: readonly Ranked[],
): Ranked[] => {
  const names = new Set([
    ...shown,
    ...listed.flatMap(({ document, also }) => [document.ucid, ...also]),
  ]);
  const isNarrowed = isNarrow(filters);
  const ranked = rankFound(query, documents, { ...lessClose, subject: !isNarrowed }).filter(
    ({ document }) => isNarrowed || hasWordOf(query, document),
  );
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
): Threshold {
  if (like) {
    const best = Math.max(...documents.map(({ conceptScore }) => conceptScore));
    return { ...none, concept: best * minShareOfBest, mean: 1 };
  }
  if (isOnlyFilter(intent)) return none;
  return isNarrow(intent.filters) ? narrowed : speaks;
}

/** Whether filters leave only somebody's documents, or those of a class. */
const isNarrow = ({ assignee, cpc, inventor }: SearchIntent['filters']): boolean =>
  [assignee, cpc, inventor].some((one) => one !== null);
