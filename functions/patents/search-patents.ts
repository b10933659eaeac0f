import type { SearchHit } from '#engine';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import type { SearchArguments, SearchFilters, SearchOutput } from '#shared/assistant-tools.ts';
import type { ChatFilters } from '#shared/contract/chat.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { openPatents, patentsIndex } from './find-patent.ts';
import { findPassages, readDocument, wantedOf } from './match-element.ts';
import type { PatentSource } from './patent-source.ts';
import { rarityAmong } from './rerank-patents.ts';
import { modelsConditions, personsConditions } from './search-conditions.ts';
import { wordTest } from './wanted-words.ts';

/** Passages of a found patent. */
const passagesPerDocument = 2;
const newestFirst = { column: 'publication_date', descending: true };
/** Nearest patents that are read for words that they must have or must not have. */
const readForWords = 60;

const servedSearch: Pick<PatentSource, 'search' | 'openPatents'> = {
  search: (ask) => queryPublishedIndex(wholeIndex(patentsIndex), ask),
  openPatents,
};

/** What is searched for, and filters by the assistant. Without a query, the filters alone decide. */
type Wanted = Omit<SearchArguments, 'query'> & { readonly query?: string | null };

/**
 * Searches the patents: the hits of the search page, in its order and with its cut.
 * @param own filters that the person has set; those of `wanted` narrow further
 */
export async function searchPatents(
  { query, filters, limit }: Wanted,
  own: ChatFilters,
  source: Pick<PatentSource, 'search' | 'openPatents'> = servedSearch,
): Promise<SearchOutput> {
  const conditions = [...personsConditions(own), ...modelsConditions(filters)];
  const trees = conditions.map(({ tree }) => tree);
  const hasWords = wordTest(filters);
  const asked = hasWords ? readForWords : limit;
  const { totalFound, hits } = await source.search(async (index) => {
    // The latest publications first, and those without a date last.
    if (query === undefined || query === null)
      return index.search({ text: '', limit: asked, filters: trees, sort: newestFirst });
    const find = (relevantOnly: boolean) =>
      index.search({ text: query, limit: asked, filters: trees, relevantOnly });
    const cut = await find(true);
    // The cut is relative to the best hits of the whole index. Where filters leave those out, it would leave out the rest, too.
    const isNarrowed = hasWords || hasFilters(filters);
    return isNarrowed && cut.hits.length < limit
      ? { ...(await find(false)), totalFound: cut.totalFound }
      : cut;
  });
  const findPatent = await source.openPatents();
  const read = await Promise.all(
    hits.map(async (hit) => ({ hit, document: await findPatent(hit.row.ucid ?? '') })),
  );
  // Of a row without its text nobody knows which words it has.
  const readable = hasWords ? read.filter(({ document }) => document) : read;
  const kept = hasWords ? readable.filter(({ document }) => hasWords(document!)) : readable;
  return {
    found: totalFound,
    documents: kept.slice(0, limit).map(({ hit, document }) => toFound(hit, document, query ?? '')),
    applied: [...conditions.map(({ words }) => words), ...wordsApplied(filters)],
    left_out: readable.length - kept.length,
    unread: read.length - readable.length,
  };
}

const hasFilters = (filters: SearchFilters) =>
  Object.values(filters).some((value) => value !== null);

const wordsApplied = ({ with_words, without_words }: SearchArguments['filters']): string[] => [
  ...(with_words ? [`with the words ${with_words}`] : []),
  ...(without_words ? [`without the words ${without_words}`] : []),
];

/** Characters of an abstract, and symbols of a patent, in a list of found ones. */
const abstractLength = 1200;
const symbolsListed = 10;

const listed = (cell = '') => cell.split(/\s*[;|]\s*/).filter((item) => item !== '');
const isoDay = (cell = '') => cell.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') || null;

/** @param document undefined if only the row of the catalogue is here: then there is nothing to quote */
function toFound(
  { row, score }: SearchHit,
  document: PatentDocument | undefined,
  query: string,
): SearchOutput['documents'][number] {
  const shared = { conceptScore: score, cpc: listed(row.cpc).slice(0, symbolsListed) };
  if (!document) {
    return {
      ...shared,
      ucid: row.ucid ?? '',
      title: row.title ?? '',
      abstract: '',
      priority_date: isoDay(row.priority_date),
      publication_date: isoDay(row.publication_date),
      kind_code: row.kind_code || null,
      assignees: listed(row.assignee),
      passages: [],
      has_text: false,
    };
  }
  const read = readDocument(document);
  const best = findPassages(read, wantedOf(query, '', rarityAmong([read])), passagesPerDocument);
  // Without a match and an abstract, such as of many European patents, the first claim or paragraph says what it is.
  const [first] = read.passages;
  const passages = best.length > 0 || document.abstract ? best : first ? [first] : [];
  return {
    ...shared,
    ucid: document.ucid,
    title: document.title,
    abstract: document.abstract.slice(0, abstractLength),
    priority_date: document.priority_date ?? null,
    publication_date: document.publication_date ?? null,
    kind_code: document.kind_code ?? null,
    assignees: document.assignees,
    passages: passages.map(({ passage: { part, number, text } }) => ({ part, number, text })),
    has_text: true,
  };
}
