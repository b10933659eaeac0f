import type { QueryClient } from '@tanstack/react-query';
import type { ColumnUses } from '#shared/column-uses.ts';
import type { FoundItem } from '#shared/contract/search.ts';
import { toUcid } from '#shared/ucid.ts';
import { type SearchRequest, searchPage } from '#web/api/search.ts';
import { toBibtex } from '#web/lib/bibtex.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { describeHit } from '#web/lib/describe-hit.ts';
import { type Reference, toRis } from '#web/lib/ris.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toSt14 } from '#web/lib/st14.ts';
import { downloadXlsx } from '#web/lib/xlsx.ts';

/** Formats that the browser writes itself. Tables of all that was found are written by a job. */
export type PageFormat = 'csv' | 'xlsx' | 'ris' | 'bibtex' | 'st14';

/** Rows that a search ranks at most. More are listed in the order of the index. */
export const mostRanked = 1000;
/** Rows of one file: as many as spreadsheets open with ease. */
export const mostExported = 50_000;

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
    // A list has no best row.
    ...(total > mostRanked ? { sort: 'rows' } : { relevantOnly }),
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
      return downloadXlsx('results.xlsx', tableOf(exported));
    case 'ris':
      return saveFile(
        'results.ris',
        toRis(referencesOf(exported)),
        'application/x-research-info-systems',
      );
    case 'bibtex':
      return saveFile('results.bib', toBibtex(referencesOf(exported)), 'application/x-bibtex');
    case 'st14':
      return saveFile('results.txt', toSt14(referencesOf(exported)), 'text/plain;charset=utf-8');
  }
}

/** All columns that come back with a row, its score and its address. */
function tableOf({ rows, uses, addressOf }: Exported): string[][] {
  const columns = [
    ...new Set(
      rows.flatMap(({ conceptScore: _, explanation: __, sameValue: ___, ...row }) =>
        Object.keys(row),
      ),
    ),
  ];
  return [
    [...columns, 'score', 'address'],
    ...rows.map((row) => {
      const { id, link = '' } = describeHit(row, uses);
      const address = id === undefined ? link : addressOf(id);
      return [...columns.map((name) => String(row[name] ?? '')), String(row.conceptScore), address];
    }),
  ];
}

const listed = (cell: string) => cell.split(/\s*[;|]\s*/).filter((item) => item !== '');

/** Columns of authors, owners, dates and classes by their usual names. */
const columnsOf = {
  authors: ['inventors', 'inventor', 'authors', 'author'],
  owners: ['assignee', 'assignees', 'owner', 'publisher'],
  date: ['publication_date', 'published_date', 'update_date', 'revision_date', 'date'],
  keywords: ['cpc', 'categories', 'keywords'],
};

function referencesOf({ rows, uses, addressOf }: Exported): Reference[] {
  return rows.map((row) => {
    const { id, title, link = '' } = describeHit(row, uses);
    const cell = (names: readonly string[]) =>
      names.map((name) => String(row[name] ?? '').trim()).find((value) => value !== '') ?? '';
    const date = cell(columnsOf.date).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
    return {
      kind: id !== undefined && toUcid(id) !== undefined ? 'patent' : 'other',
      title,
      authors: listed(cell(columnsOf.authors)),
      owners: listed(cell(columnsOf.owners)),
      number: id ?? '',
      date: /^\d{4}(-\d{2}){0,2}$/.test(date) ? date : undefined,
      keywords: listed(cell(columnsOf.keywords)),
      address: id === undefined ? link : addressOf(id),
    };
  });
}
