import type { SearchOutput } from '#shared/assistant-tools.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { coverage, stemSet, weigh } from '../terms.ts';
import type { Intent } from '../understand/intent.ts';
import { bestQuotes, type FoundQuote, firstQuote, type Passage } from './best-quote.ts';

export type SearchIntent = Extract<Intent, { kind: 'search' }>;
export type FoundDocument = SearchOutput['documents'][number];

/**
 * What a document must reach to be listed: either by its concept score, 0 to 1, or by the mean of that and its share
 * of the words. Below, sample searches for things that no patent here has began to find some.
 */
const usualLeast = { concept: 0.4, mean: 0.35 };
/** Where the person has narrowed the search to an owner or a class, less is enough. */
const leastWithin = { concept: 0.4, mean: 0.2 };
/** Everything found counts. */
const none = { concept: 0, mean: 0 };
/** Share of the best concept score where a whole patent is searched for: words differ, and scores are low. */
const minShareOfBest = 0.5;

/** An invention that was found, by the publication of it that came first. */
export interface Ranked {
  document: FoundDocument;
  /** UCIDs of its other publications that were found. */
  also: string[];
  quote: FoundQuote;
}

const textsOf = ({ abstract, passages }: FoundDocument): Passage[] => [
  ...passages,
  { part: 'abstract', number: null, text: abstract },
];

export const textOf = (document: FoundDocument) =>
  [document.title, ...textsOf(document).map(({ text }) => text)].join(' ');

/**
 * The inventions that speak of what was asked for, the closest first. Documents whose text is not here are left out,
 * because nothing could be quoted of them.
 */
export function rankFound(query: string, found: readonly FoundDocument[], least = usualLeast) {
  const documents = found.filter(hasText);
  const weights = weigh(stemSet(query), documents.map(textOf));
  const ranked: Ranked[] = [];
  for (const document of documents) {
    const share = coverage(weights, textOf(document));
    const { conceptScore } = document;
    if (conceptScore < least.concept && (share + conceptScore) / 2 < least.mean) continue;
    const known = ranked.find((one) => isSameInvention(one.document, document));
    const quote = quoteFor(document, weights);
    if (known) known.also.push(document.ucid);
    else if (quote) ranked.push({ document, also: [], quote });
  }
  return ranked;
}

/** Whether a document is here in full, and not only as a row of the catalogue. */
export const hasText = (document: FoundDocument): boolean =>
  textsOf(document).some(({ text }) => text !== '');

function quoteFor(document: FoundDocument, weights: ReadonlyMap<string, number>) {
  const title: Passage = { part: 'title', number: null, text: document.title };
  const first = firstQuote(textsOf(document));
  return (
    bestQuotes(textsOf(document), weights)[0] ??
    bestQuotes([title], weights)[0] ??
    (first && { ...first, terms: new Set<string>(), score: 0 })
  );
}

/** Publications of one invention share their title and priority: search results do not tell the family. */
export const isSameInvention = (one: FoundDocument, other: FoundDocument): boolean =>
  one.title === other.title && one.priority_date === other.priority_date;

/** What a search lists: without documents that were shown before and those of the owners to leave out. */
export function listFound(
  intent: SearchIntent,
  documents: readonly FoundDocument[],
  like?: PatentDocument,
): Ranked[] {
  const { query, shown, notBy } = intent;
  const kept = documents.filter(
    ({ ucid, assignees }) =>
      !shown.includes(ucid) &&
      !assignees.some((name) => notBy.some((other) => sameName(name, other))),
  );
  return rankFound(query, kept, leastFor(intent, like, kept));
}

/** What documents must reach. Where a filter is all that was given, everything found counts. */
function leastFor(
  { query, filters }: SearchIntent,
  like: PatentDocument | undefined,
  documents: readonly FoundDocument[],
) {
  if (like) {
    const best = Math.max(...documents.map(({ conceptScore }) => conceptScore));
    return { concept: best * minShareOfBest, mean: 1 };
  }
  if (query === filters.assignee || query === filters.cpc) return none;
  return filters.assignee || filters.cpc ? leastWithin : usualLeast;
}

/** Names of one owner are written in several ways: "Hartwell Optics", "HARTWELL OPTICS INC". */
function sameName(one: string, other: string): boolean {
  const words = (name: string) =>
    name
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? '';
  return words(one).includes(words(other)) || words(other).includes(words(one));
}
