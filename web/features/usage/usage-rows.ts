import { catalogs, isCatalog } from '#shared/catalogs.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { Usage } from '#shared/contract/usage.ts';
import { searchKindLabels } from '#shared/search-kinds.ts';

type Row = Usage['rows'][number];

/** Name of an index as its list shows it. */
export const indexName = ({ indexes }: Usage, indexId: string): string =>
  isCatalog(indexId)
    ? catalogs[indexId].name
    : (indexes.find(({ index_id }) => index_id === indexId)?.name ?? 'A deleted index');

/** Names of keys by id: what people called them, or how they end. */
export const keyNames = (keys: Readonly<Record<string, readonly ApiKey[]>>) =>
  new Map(
    Object.values(keys)
      .flat()
      .map(({ id, name, api_key }) => [id, name ?? `Key ending in ${api_key.slice(-4)}`]),
  );

/** `undefined` until they are known. */
export type KeyNames = ReturnType<typeof keyNames> | undefined;

/** What searched: a key, the search page, the chat or a report. */
export function sourceOf({ kind, key_id }: Pick<Row, 'kind' | 'key_id'>, names: KeyNames): string {
  if (!key_id) return searchKindLabels[kind];
  return names ? (names.get(key_id) ?? 'A deleted key') : 'A key';
}

/** Key of a source: an index and what searched it. */
const sourceId = ({ index_id, key_id, kind }: Omit<Row, 'day'>): string =>
  `${index_id} ${key_id ?? kind}`;

/** Totals of all days by source, the most active first. */
export function sumBySource(usage: Usage, names: KeyNames) {
  const sums = new Map<string, Omit<Row, 'day'> & { id: string; index: string; source: string }>();
  for (const { day: _day, ...row } of usage.rows) {
    const id = sourceId(row);
    const sum = sums.get(id);
    if (sum) {
      sum.searches += row.searches;
      sum.empty += row.empty;
      sum.failed += row.failed;
    } else {
      const index = indexName(usage, row.index_id);
      sums.set(id, { ...row, id, index, source: sourceOf(row, names) });
    }
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
export const usageRows = (usage: Usage, names: KeyNames): string[][] => [
  ['Day', 'Index ID', 'Index', 'Key ID', 'Asked by', 'Searches', 'Found nothing', 'Failed'],
  ...usage.rows.map((row) => [
    row.day,
    row.index_id,
    indexName(usage, row.index_id),
    row.key_id ?? '',
    sourceOf(row, names),
    String(row.searches),
    String(row.empty),
    String(row.failed),
  ]),
];
