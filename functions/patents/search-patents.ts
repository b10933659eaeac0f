import type { SearchFilter, SearchHit } from '#engine';
import { queryPublishedIndex } from '#functions/search/index.ts';
import type { SearchArguments, SearchFilters, SearchOutput } from '#shared/assistant-tools.ts';
import type { ChatFilters } from '#shared/contract/chat.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { openPatents, patentsIndex } from './find-patent.ts';
import { findPassages, readDocument, wantedOf } from './match-element.ts';
import { newestRows } from './newest-rows.ts';
import { rarityAmong } from './rerank-patents.ts';

/** Passages of a found patent. */
const passagesPerDocument = 2;

/** What is searched for, and filters by the assistant. Without a query, the filters alone decide. */
type Wanted = Omit<SearchArguments, 'query'> & { readonly query?: string };

/**
 * Searches the patents: the hits of the search page, in its order and with its cut.
 * @param own filters that the person has set; those of `wanted` narrow further
 */
export async function searchPatents(
  { query, filters, limit }: Wanted,
  own: ChatFilters,
): Promise<SearchOutput> {
  const conditions = [...personsConditions(own), ...modelsConditions(filters)];
  const { totalFound, hits } = await queryPublishedIndex(patentsIndex, (index) =>
    query === undefined
      ? newestRows(index, conditions, limit)
      : index.search({ text: query, limit, filters: conditions, relevantOnly: true }),
  );
  const findPatent = await openPatents();
  const documents = hits.map(async (hit) =>
    toFound(hit, await findPatent(hit.row.ucid ?? ''), query ?? ''),
  );
  return {
    found: totalFound,
    documents: await Promise.all(documents),
    applied: conditions.map(inWords),
  };
}

const operatorWords: Partial<Record<SearchFilter['operator'], string>> = { begins: 'begins with' };

const inWords = ({ column, operator, value }: SearchFilter) =>
  `${column} ${operatorWords[operator] ?? operator} ${value}`;

function personsConditions(own: ChatFilters): SearchFilter[] {
  const { priority_date, publication_date, kind_code } = own;
  return [
    condition('priority_date', own.priority_date_criteria ?? '=', priority_date),
    condition('publication_date', own.publication_date_criteria ?? '=', publication_date),
    condition('kind_code', '=', kind_code),
    condition('cpc', 'begins', own.cpc),
  ].flat();
}

function modelsConditions(filters: SearchFilters): SearchFilter[] {
  return [
    condition('priority_date', '>', filters.priority_after),
    condition('priority_date', '<', filters.priority_before),
    condition('publication_date', '>', filters.published_after),
    condition('publication_date', '<', filters.published_before),
    condition('kind_code', '=', filters.kind_code),
    condition('cpc', 'begins', filters.cpc),
    condition('assignee', 'contains', filters.assignee),
  ].flat();
}

function condition(
  column: string,
  operator: SearchFilter['operator'],
  value: string | null | undefined,
): SearchFilter[] {
  if (!value) return [];
  const isDate = column.endsWith('_date');
  return [{ column, operator, value: isDate ? value.replaceAll('-', '') : value }];
}

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
  return {
    ...shared,
    ucid: document.ucid,
    title: document.title,
    abstract: document.abstract.slice(0, abstractLength),
    priority_date: document.priority_date ?? null,
    publication_date: document.publication_date ?? null,
    kind_code: document.kind_code ?? null,
    assignees: document.assignees,
    passages: best.map(({ passage: { part, number, text } }) => ({ part, number, text })),
    has_text: true,
  };
}
