import { expect, test } from 'vitest';
import type { Usage } from '#shared/contract/usage.ts';
import { searchesByDay, sumBySource, usageRows } from './usage-rows.ts';

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

test('sources are distinguished by index and key, the most active first, and counted by day', () => {
  const sources = sumBySource(usage);
  expect(sources.map(({ index, searches, empty }) => [index, searches, empty])).toEqual([
    ['=Notes', 9, 1],
    ['Patents', 5, 2],
    ['idx_gone', 1, 1],
  ]);
  expect(searchesByDay(usage, sources[1]!.id)).toEqual([2, 0, 3]);
});

test('the file has a line for each day, index and source', () => {
  expect(usageRows(usage)).toEqual([
    ['Day', 'Index ID', 'Index', 'Asked by', 'Searches', 'Found nothing', 'Failed'],
    ['2026-11-20', 'us_patents', 'Patents', 'Key key_1', '2', '1', '0'],
    ['2026-11-22', 'us_patents', 'Patents', 'Key key_1', '3', '1', '0'],
    ['2026-11-22', 'idx_1', '=Notes', 'Search page', '9', '1', '0'],
    ['2026-11-22', 'idx_gone', 'idx_gone', 'Search page', '1', '1', '0'],
  ]);
});
