import { catalogs, isCatalog } from '#shared/catalogs.ts';
import type { Usage } from '#shared/contract/usage.ts';
import { searchKindLabels } from '#shared/search-kinds.ts';

type Row = Usage['rows'][number];

/** Name of an index as its list shows it; its id if it was deleted. */
export const indexName = ({ indexes }: Usage, indexId: string): string =>
  isCatalog(indexId)
    ? catalogs[indexId].name
    : (indexes.find(({ index_id }) => index_id === indexId)?.name ?? indexId);

/** What searched: a key, the search page, the chat or a report. */
export const sourceOf = ({ kind, key_id }: Pick<Row, 'kind' | 'key_id'>): string =>
  key_id ? `Key ${key_id}` : searchKindLabels[kind];

/** Key of a source: an index and what searched it. */
const sourceId = ({ index_id, key_id, kind }: Omit<Row, 'day'>): string =>
  `${index_id} ${key_id ?? kind}`;

/** Totals of all days by source, the most active first. */
export function sumBySource(usage: Usage) {
  const sums = new Map<string, Omit<Row, 'day'> & { id: string; index: string }>();
  for (const { day: _day, ...row } of usage.rows) {
    const id = sourceId(row);
    const sum = sums.get(id);
    if (sum) {
      sum.searches += row.searches;
      sum.empty += row.empty;
      sum.failed += row.failed;
    } else sums.set(id, { ...row, id, index: indexName(usage, row.index_id) });
  }
  return [...sums.values()].toSorted((a, b) => b.searches - a.searches);
}

/** Searches of each day by one of the sources of `sumBySource`. */
export const searchesByDay = ({ days, rows }: Usage, id: string): number[] =>
  days.map(({ day }) =>
    rows
      .filter((row) => row.day === day && sourceId(row) === id)
      .reduce((sum, { searches }) => sum + searches, 0),
  );

/** Counts as rows of a CSV file, with a header. */
export const usageRows = (usage: Usage): string[][] => [
  ['Day', 'Index ID', 'Index', 'Asked by', 'Searches', 'Found nothing', 'Failed'],
  ...usage.rows.map((row) => [
    row.day,
    row.index_id,
    indexName(usage, row.index_id),
    sourceOf(row),
    String(row.searches),
    String(row.empty),
    String(row.failed),
  ]),
];
