import { expect, test } from 'vitest';
import type { Usage } from '#shared/contract/usage.ts';
import { keyNames, searchesByDay, sumBySource, usageRows } from './usage-rows.ts';

const counts = { empty: 1, failed: 0 };
const byKey = { index_id: 'us_patents', kind: 'api', key_id: 'key_1', ...counts } as const;
const usage = {
  days: [{ day: '2026-11-20' }, { day: '2026-11-21' }, { day: '2026-11-22' }],
  rows: [
    { day: '2026-11-20', searches: 2, ...byKey },
    { day: '2026-11-22', searches: 3, ...byKey },
    { day: '2026-11-22', searches: 9, index_id: 'idx_1', kind: 'product', ...counts },
    { day: '2026-11-22', searches: 1, index_id: 'idx_gone', kind: 'product', ...counts },
  ],
  indexes: [{ index_id: 'idx_1', name: '=Notes' }],
} as unknown as Usage;

const key = { id: 'key_1', api_key: '••••abcd', creation_date: '2026-11-01T00:00:00.000Z' };
const names = keyNames({ us_patents: [key], idx_1: [{ ...key, id: 'key_2', name: 'Web shop' }] });

test('a key is called by its name, or by how it ends', () => {
  const sourceOf = (key_id: string) =>
    sumBySource({ ...usage, rows: [{ ...usage.rows[0]!, key_id }] }, names)[0]!.source;
  expect(['key_1', 'key_2', 'key_9'].map(sourceOf)).toEqual([
    'Key ending in abcd',
    'Web shop',
    'A deleted key',
  ]);
});

test('sources are distinguished by index and key, the most active first, and counted by day', () => {
  const sources = sumBySource(usage, names);
  expect(sources.map(({ index, searches, empty }) => [index, searches, empty])).toEqual([
    ['=Notes', 9, 1],
    ['Patents', 5, 2],
    ['A deleted index', 1, 1],
  ]);
  expect(searchesByDay(usage, sources[1]!.id)).toEqual([2, 0, 3]);
});

test('the file has a line for each day, index and source', () => {
  expect(usageRows(usage, names)).toEqual([
    ['Day', 'Index ID', 'Index', 'Key ID', 'Asked by', 'Searches', 'Found nothing', 'Failed'],
    ['2026-11-20', 'us_patents', 'Patents', 'key_1', 'Key ending in abcd', '2', '1', '0'],
    ['2026-11-22', 'us_patents', 'Patents', 'key_1', 'Key ending in abcd', '3', '1', '0'],
    ['2026-11-22', 'idx_1', '=Notes', '', 'Search page', '9', '1', '0'],
    ['2026-11-22', 'idx_gone', 'A deleted index', '', 'Search page', '1', '1', '0'],
  ]);
});
