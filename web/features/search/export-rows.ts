import type { QueryClient } from '@tanstack/react-query';
import { unreadColumns, unreadLast } from '#shared/catalog-columns.ts';
import { columnLabels } from '#shared/column-label.ts';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { type SearchRequest, searchPage } from '#web/api/search.ts';
import type { CitationFormat } from '#web/lib/citation-formats.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { referenceOf, saveReferences } from '#web/lib/references.ts';
import { downloadXlsx } from '#web/lib/xlsx.ts';
import { mostExported, mostRanked } from './export-limits.ts';

/** Formats that the browser writes itself. Tables of all that was found are written by a job. */
export type PageFormat = 'csv' | 'xlsx' | CitationFormat;

interface Run {
  signal: AbortSignal;
  /** Called with the number of rows that are there. */
  onProgress: (rows: number) => void;
}

/**
 * All rows of a search, at most `mostExported`, also those that a page folds: up to a thousand in their order, more of them
 * in the order of the index. Each hundred is a search.
 */
export async function rowsOf(
  client: QueryClient,
  { distinct: _, relevantOnly, ...request }: SearchRequest,
  total: number,
  { signal, onProgress }: Run,
): Promise<FoundItem[]> {
  const wanted: SearchRequest = {
    ...request,
    relevantOnly,
    // A list has no best row.
    ...(total > mostRanked && !request.sort && { sort: 'rows', relevantOnly: false }),
    facets: undefined,
    explain: false,
  };
  const rows: FoundItem[] = [];
  let after: string | undefined;
  do {
    const page = await searchPage(client, wanted, after, signal);
    rows.push(...page.foundItems);
    onProgress(rows.length);
    after = page.next;
  } while (after !== undefined && rows.length < mostExported);
  return rows.slice(0, mostExported);
}

interface Exported {
  indexId: string;
  rows: readonly FoundItem[];
  uses: ColumnUses | undefined;
  /** Address of the page of a row with this id. */
  addressOf: (id: string) => string;
}

/** Hands rows to the browser as a file for spreadsheets, citation managers or search reports. */
export async function exportRows(format: PageFormat, exported: Exported): Promise<void> {
  switch (format) {
    case 'csv':
      return downloadCsv('results.csv', tableOf(exported));
    case 'xlsx':
      return downloadXlsx('results.xlsx', forPeople(exported));
    default:
      saveReferences(
        format,
        'results',
        exported.rows.map((row) => referenceOf(row, exported)),
      );
  }
}

/**
 * With the labels that people know from pages, and without columns that are empty or that nobody reads. Programs find the columns of a CSV by
 * their names.
 */
function forPeople(exported: Exported): string[][] {
  const unread = unreadColumns(exported.indexId);
  const [head = [], ...rows] = tableOf(exported);
  const kept = head.flatMap((name, at) =>
    !unread.includes(name) && rows.some((row) => row[at] !== '') ? [at] : [],
  );
  const keep = (row: readonly string[]) => kept.map((at) => row[at] ?? '');
  return [columnLabels(keep(head)), ...rows.map(keep)];
}

/** All columns that come back with a row, its score and its address. Those that nobody reads stand last. */
function tableOf({ indexId, rows, uses, addressOf }: Exported): string[][] {
  const names = new Set(
    rows.flatMap(({ conceptScore: _, explanation: __, sameValue: ___, ...row }) =>
      Object.keys(row),
    ),
  );
  const columns = unreadLast(indexId, [...names]);
  return [
    [...columns, 'score', 'address'],
    ...rows.map((row) => {
      const { id, link = '' } = describeHit(row, uses);
      const address = id === undefined ? link : addressOf(id);
      return [...columns.map((name) => String(row[name] ?? '')), String(row.conceptScore), address];
    }),
  ];
}
