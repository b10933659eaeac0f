import type { SearchFilter, SearchHit } from '#engine';
import type { SearchArguments, SearchFilters, SearchOutput } from '#shared/assistant-tools.ts';
import type { ChatFilters } from '#shared/contract/chat.ts';
import type { PatentDocument } from '#shared/patent-document.ts';
import { askServedIndex } from './ask-served-index.ts';
import { assistantSettings } from './assistant-settings.ts';
import { openPatents, patentsIndex } from './find-patent.ts';
import { bestPassages, passagesOf, rankPassages } from './passages.ts';

/**
 * Number of hits to check. Hits with another class or assignee are left out here, because the index cannot
 * filter cells with several values by a prefix. Patents without a stored text are also left out, because
 * nothing in them can be quoted.
 */
const lookedThrough = { plain: 100, tested: 1000 };

/** A found row of the catalogue. */
type Row = Record<string, string>;

/**
 * Searches the patents.
 * @param own filters that the person has set; those of `wanted` narrow further
 */
export async function searchPatents(
  { query, filters, limit }: SearchArguments,
  own: ChatFilters,
): Promise<SearchOutput> {
  const conditions = [...personsConditions(own), ...modelsConditions(filters)];
  const tests = [...cellTests(own), ...cellTests(filters)];
  const { totalFound, hits } = await askServedIndex(patentsIndex, (index) =>
    index.search({
      text: query,
      limit: tests.length > 0 ? lookedThrough.tested : lookedThrough.plain,
      filters: conditions,
    }),
  );
  const fitting = hits.filter(({ row }) => tests.every(({ fits }) => fits(row)));
  const documents = await readFirst(fitting, limit);
  return {
    found: tests.length > 0 ? fitting.length : totalFound,
    documents: documents.map((found) => toFound(found, query)),
    applied: [
      ...conditions.map(({ column, operator, value }) => `${column} ${operator} ${value}`),
      ...tests.map(({ words }) => words),
    ],
  };
}

interface Found extends SearchHit {
  document: PatentDocument;
}

/** The first hits with a stored text. Reads the wanted number at once. */
async function readFirst(hits: readonly SearchHit[], limit: number): Promise<Found[]> {
  const findPatent = await openPatents();
  const found: Found[] = [];
  for (let start = 0; start < hits.length && found.length < limit; start += limit) {
    const read = hits.slice(start, start + limit).map(async (hit) => {
      const document = await findPatent(hit.row.ucid ?? '');
      return document ? [{ ...hit, document }] : [];
    });
    found.push(...(await Promise.all(read)).flat());
  }
  return found.slice(0, limit);
}

function personsConditions(own: ChatFilters): SearchFilter[] {
  const { priority_date, publication_date, kind_code } = own;
  return [
    condition('priority_date', own.priority_date_criteria ?? '=', priority_date),
    condition('publication_date', own.publication_date_criteria ?? '=', publication_date),
    condition('kind_code', '=', kind_code),
  ].flat();
}

function modelsConditions(filters: SearchFilters): SearchFilter[] {
  return [
    condition('priority_date', '>', filters.priority_after),
    condition('priority_date', '<', filters.priority_before),
    condition('publication_date', '>', filters.published_after),
    condition('publication_date', '<', filters.published_before),
    condition('kind_code', '=', filters.kind_code),
  ].flat();
}

function condition(
  column: string,
  operator: SearchFilter['operator'],
  value: string | null | undefined,
): SearchFilter[] {
  return value ? [{ column, operator, value: value.replaceAll('-', '') }] : [];
}

/** A condition on cells that the index cannot filter by. */
interface CellTest {
  words: string;
  fits(row: Row): boolean;
}

function cellTests(filters: { cpc?: string | null; assignee?: string | null }): CellTest[] {
  const { cpc, assignee } = filters;
  const tests: CellTest[] = [];
  if (cpc) {
    const start = withoutSpace(cpc);
    const fits = (row: Row) =>
      symbolsOf(row).some((symbol) => withoutSpace(symbol).startsWith(start));
    tests.push({ words: `cpc begins with ${cpc}`, fits });
  }
  if (assignee) {
    const part = assignee.toLowerCase();
    const fits = (row: Row) => (row.assignee ?? '').toLowerCase().includes(part);
    tests.push({ words: `assignee contains ${assignee}`, fits });
  }
  return tests;
}

const withoutSpace = (symbol: string) => symbol.replace(/\s/g, '').toUpperCase();
const listed = (cell: string | undefined) =>
  (cell ?? '').split(/\s*[;|]\s*/).filter((item) => item !== '');
const symbolsOf = (row: Row) => listed(row.cpc);

/** Characters of an abstract, and symbols of a patent, in a list of found ones. */
const abstractLength = 1200;
const symbolsListed = 10;

function toFound(
  { row, score, document }: Found,
  query: string,
): SearchOutput['documents'][number] {
  const ranked = rankPassages(passagesOf(document));
  const best = bestPassages(ranked, query, assistantSettings.passagesPerDocument);
  return {
    ucid: document.ucid,
    title: document.title,
    abstract: document.abstract.slice(0, abstractLength),
    conceptScore: score,
    priority_date: document.priority_date ?? null,
    publication_date: document.publication_date ?? null,
    kind_code: document.kind_code ?? null,
    assignees: document.assignees,
    cpc: symbolsOf(row).slice(0, symbolsListed),
    passages: best.map(({ passage: { part, number, text } }) => ({ part, number, text })),
  };
}
