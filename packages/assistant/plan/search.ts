import { noSearchFilters } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import { unreadable } from '../compose/document-answer.ts';
import { listFound } from '../compose/rank-found.ts';
import { searchAnswer } from '../compose/search-answer.ts';
import { type Plan, read, rerank, search } from '../tool-calls.ts';
import { describeFilters } from '../understand/filters.ts';
import type { Intent } from '../understand/intent.ts';

type Of<K extends Intent['kind']> = Extract<Intent, { kind: K }>;

const usualLimit = 15;
/** For answers that leave documents out, so that enough remain. */
const largeLimit = limits.toolMaxDocuments;
const maxReranked = 5;

/**
 * Searches; again without filters if nothing passes them; compares features one by one if an invention is described.
 */
export function* planSearch(intent: Of<'search'>): Plan {
  const { query, filters, shown, notBy, detailed } = intent;
  const limit = shown.length > 0 || notBy.length > 0 ? largeLimit : usualLimit;
  const found = yield* search({ query, filters, limit });
  const listed = found ? listFound(intent, found.documents) : [];
  const filtered = describeFilters(filters).length > 0;
  const unfiltered =
    found && filtered && listed.length === 0
      ? yield* search({ query, filters: noSearchFilters, limit: usualLimit })
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
  return searchAnswer(intent, found, { unfiltered, features });
}

/** Reads a document and searches for what its abstract and first claim say. */
export function* planSimilar({ ucid, filters, notes, earlier }: Of<'similar'>): Plan {
  const document = yield* read(ucid);
  if (!document) return unreadable(ucid);
  const date = document.priority_date ?? document.filing_date ?? document.publication_date;
  const narrowed =
    earlier && date && !filters.priority_before ? { ...filters, priority_before: date } : filters;
  const query = `${document.title}. ${document.abstract} ${document.claims[0]?.text ?? ''}`;
  const intent: Of<'search'> = {
    kind: 'search',
    query: query.slice(0, 2000),
    filters: narrowed,
    notes,
    shown: [document.ucid],
    notBy: [],
    detailed: false,
  };
  const found = yield* search({ query: intent.query, filters: narrowed, limit: usualLimit });
  return searchAnswer(intent, found, { like: document });
}
