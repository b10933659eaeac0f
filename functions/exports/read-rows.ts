import type { SearchIndex } from '#engine';
import type { IndexRecord } from '#functions/indexes/index.ts';
import { readQuery, vectorOfText } from '#functions/search/index.ts';
import { longColumns, unreadColumns, unreadLast } from '#shared/catalog-columns.ts';
import { columnFor } from '#shared/column-uses.ts';
import { rowPath } from '#shared/row-path.ts';
import type { EngineRequest, ExportedSearch } from './exports-bucket.ts';

/** Rows that a search ranks at most. More are listed, in the order of the index. */
const mostRanked = 1000;

/** What a file names the score of a row. No column of an index has this name. */
export const scoreColumn = 'conceptScore';
/** The same for the address of its page. */
const addressColumn = 'address';

/** How a search is exported. */
export interface ExportPlan {
  total: number;
  /** Whether rows are in the order of relevance. */
  ranked: boolean;
  /** See `ExportedSearch.vector`. */
  vector: readonly number[] | undefined;
}

/** The search as the engine takes it, without its order and size. */
function toRequest(index: SearchIndex, search: ExportedSearch) {
  const { text: conceptFeaturesString, syntax, filters, fields, vector } = search;
  const asked = { conceptFeaturesString, syntax, filters };
  const { problem: _, ...read } = readQuery(index.columns, asked);
  return { ...read, ...(fields && { fields }), ...(vector && { vector, isVectorOfText: true }) };
}

/**
 * Counts what a search finds.
 * @param usage see `vectorOfText`
 * @throws QueryError if the index cannot be searched so
 */
export async function planExport(
  index: SearchIndex,
  search: ExportedSearch,
  usage: Promise<unknown> | undefined,
): Promise<ExportPlan> {
  const { sort, relevantOnly } = search;
  const request = toRequest(index, search);
  const ofText = await vectorOfText(index, { ...request, sort }, usage);
  const { totalFound } = await index.search({
    ...request,
    ...ofText,
    limit: 1,
    ...(sort && { sort }),
    ...(relevantOnly && { relevantOnly }),
  });
  const isRanked = request.text.trim() !== '' && sort === undefined;
  return {
    total: totalFound,
    ranked: isRanked && totalFound <= mostRanked,
    vector: ofText.vector,
  };
}

/** Columns of the index that a file has: those that are asked for, or all that come back with a row. */
function columnsOf(index: SearchIndex, record: IndexRecord, search: ExportedSearch): string[] {
  const { fields, leftOut = [] } = search;
  const { columns_role: roles, item_id } = record;
  const long = longColumns(item_id);
  const isWanted = (name: string) =>
    fields
      ? fields.includes(name)
      : roles[name] === 'metadata' && !long.includes(name) && !leftOut.includes(name);
  return unreadLast(item_id, index.columns.map(({ name }) => name).filter(isWanted));
}

/** Columns that a workbook leaves out: those that nobody reads, and those that no row of the search has a value in. */
export async function columnsLeftOut(
  index: SearchIndex,
  record: IndexRecord,
  { total, ranked, vector }: ExportPlan,
  search: ExportedSearch,
): Promise<string[]> {
  const unread = unreadColumns(record.item_id);
  const names = columnsOf(index, record, search).filter((name) => !unread.includes(name));
  const { sort = 'rows', relevantOnly = false } = search;
  const request = { ...toRequest(index, { ...search, vector }), ...(!ranked && { sort }) };
  const { hits } = await index.search({
    ...request,
    relevantOnly,
    fields: names,
    limit: mostRanked,
  });
  const isEmpty = async (column: string) => {
    if (hits.some(({ row }) => (row[column] ?? '').trim() !== '')) return false;
    if (total <= hits.length) return true;
    const filters = [...request.filters, { column, operator: 'exists' as const }];
    return (await index.search({ ...request, sort: 'rows', filters, limit: 1 })).totalFound === 0;
  };
  const empty = await Promise.all(names.map(isEmpty));
  return [...unread, ...names.filter((_, at) => empty[at])];
}

/** A part of the rows, and where the next one begins. */
interface RowPage {
  rows: string[][];
  bytes: number;
  next: string | undefined;
}

/** Reads the rows of an export, page by page. */
export class RowReader {
  readonly columns: readonly string[];
  readonly #index: SearchIndex;
  readonly #request: Omit<EngineRequest, 'limit'>;
  /** What a row has in the columns. */
  readonly #cells: (row: Record<string, string>, score: number) => string[];

  /**
   * @param record of the index
   * @param origin of the pages of rows, whose addresses the file gets; undefined if it gets none
   */
  constructor(
    index: SearchIndex,
    search: ExportedSearch,
    { ranked }: Pick<ExportPlan, 'ranked'>,
    record: IndexRecord,
    origin: string | undefined,
  ) {
    const { sort = 'rows', relevantOnly = false } = search;
    const columns = columnsOf(index, record, search);
    const idColumn = columnFor('id', columns, record.columns_use);
    const addressOf = (row: Record<string, string>) => {
      const rowId = (idColumn === undefined ? '' : (row[idColumn] ?? '')).trim();
      return rowId === '' ? '' : origin + rowPath(record.item_id, rowId);
    };
    const hasAddress =
      origin !== undefined && idColumn !== undefined && !columns.includes(addressColumn);
    this.columns = [
      ...columns,
      ...(ranked ? [scoreColumn] : []),
      ...(hasAddress ? [addressColumn] : []),
    ];
    this.#cells = (row, score) => [
      ...columns.map((name) => row[name] ?? ''),
      ...(ranked ? [String(score)] : []),
      ...(hasAddress ? [addressOf(row)] : []),
    ];
    this.#index = index;
    this.#request = {
      ...toRequest(index, search),
      fields: columns,
      relevantOnly,
      ...(ranked ? { pages: true } : { sort }),
    };
  }

  /**
   * @param after `next` of the page before
   * @throws QueryError if the index has changed so that the page cannot be read
   */
  async read(limit: number, after: string | undefined): Promise<RowPage> {
    const { hits, next } = await this.#index.search({
      ...this.#request,
      limit,
      ...(after !== undefined && { after }),
    });
    const rows = hits.map(({ row, score }) => this.#cells(row, score));
    const bytes = rows.reduce(
      (sum, row) => sum + row.reduce((all, { length }) => all + length, 0),
      0,
    );
    return { rows, bytes, next };
  }
}
