import { noSearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { unreadable } from '../compose/document-answer.ts';
import { type FoundDocument, isSamePatent, listFound } from '../compose/rank-found.ts';
import { searchAnswer } from '../compose/search-answer.ts';
import { type Plan, read, rerank, search } from '../tool-calls.ts';
import { describeFilters } from '../understand/filters.ts';
import type { Intent } from '../understand/intent.ts';
import { excludes, isOnlyFilter } from '../understand/refinement.ts';

type Of<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

const usualLimit = 15;
/** For answers that leave documents out, so that enough remain. */
const largeLimit = limits.toolMaxDocuments;
const maxReranked = 5;
/** Characters of a query that consists of documents. */
const queryLength = 2000;
/** Publications that a search leaves out by their numbers. */
const maxLeftOut = 30;

/**
 * Searches; again without filters if nothing passes them; compares features one by one if an invention is described.
 */
export function* planSearch(intent: Of<'search'>): Plan {
  const { query, filters, shown, detailed } = intent;
  const isListing = isOnlyFilter(intent);
  const limit = shown.length > 0 ? largeLimit : usualLimit;
  const found = yield* search({ query: isListing ? null : query, filters, limit });
  const listed = found ? listFound(intent, found.documents) : [];
  // Where something was excluded, what was excluded is not an answer.
  const filtered = describeFilters(filters).length > 0 && !excludes(filters);
  const isEmpty = found && filtered && listed.length === 0 && !intent.language;
  const unfiltered =
    isEmpty && !isListing
      ? yield* search({ query, filters: noSearchFilters, limit: usualLimit })
      : undefined;
  const { assignee, inventor } = filters;
  const people =
    isEmpty && (assignee || inventor)
      ? yield* search({
          query: null,
          filters: { ...noSearchFilters, assignee, inventor },
          limit: 1,
        })
      : undefined;
  const features =
    detailed && listed.length > 1
      ? yield* rerank({
          ucid: null,
          claim_text: query.slice(0, limits.claimMaxLength),
          candidates: listed
            .filter(({ quote }) => quote)
            .slice(0, maxReranked)
            .map(({ document }) => document.ucid),
        })
      : undefined;
  return searchAnswer(intent, found, { unfiltered, people, features });
}

/** Reads documents and searches for what their abstracts and first claims say. */
export function* planSimilar({ ucids, filters, notes, earlier }: Of<'similar'>): Plan {
  const documents: PatentDocument[] = [];
  for (const ucid of ucids) {
    const document = yield* read(ucid);
    if (!document) return unreadable(ucid);
    documents.push(document);
  }
  const dates = documents.flatMap(
    ({ priority_date, filing_date, publication_date }) =>
      priority_date ?? filing_date ?? publication_date ?? [],
  );
  const [date] = dates.toSorted();
  const narrowed =
    earlier && date && !filters.priority_before && !filters.published_before
      ? { ...filters, priority_before: date }
      : filters;
  const share = Math.floor(queryLength / documents.length);
  const query = documents
    .map(({ title, abstract, claims }) =>
      `${title}. ${abstract} ${claims[0]?.text ?? ''}`.slice(0, share),
    )
    .join(' ');
  const intent: Of<'search'> = {
    kind: 'search',
    query,
    filters: narrowed,
    notes,
    shown: documents.map(({ ucid }) => ucid),
    detailed: false,
  };
  // Other publications of the same inventions are not others like them.
  const own = documents.flatMap(({ ucid, family }) => [
    ucid,
    ...(family ?? []).map((one) => one.ucid),
  ]);
  const found = yield* search({
    query,
    filters: { ...narrowed, not_documents: own.slice(0, maxLeftOut).join(' | ') },
    limit: usualLimit,
  });
  const isOther = (one: FoundDocument) => !documents.some((like) => isSamePatent(one, like));
  const others = found && { ...found, documents: found.documents.filter(isOther) };
  return searchAnswer(intent, others, { like: documents[0]! });
}
