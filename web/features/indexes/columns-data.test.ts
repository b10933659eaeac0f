import { expect, test } from 'vitest';
import { decodeColumnsData, encodeColumnsData } from '#shared/columns-data.ts';
import { toColumnSamples } from './columns-data.ts';

test('samples hold five rows, missing cells as empty, long values cut, and survive the round trip', () => {
  const rows = Array.from({ length: 7 }, (_, row) => [`id${row}`, 'x'.repeat(500)]);
  rows[1] = ['only one cell'];
  const samples = toColumnSamples({ columns: ['id', 'text'], rows });
  expect(samples[0]?.values).toHaveLength(5);
  expect(samples[1]?.values[0]).toHaveLength(160);
  expect(samples[1]?.values[1]).toBe('');
  expect(decodeColumnsData(encodeColumnsData(samples))).toEqual(samples);
});

test('the samples of the widest file fit into a request', () => {
  const columns = Array.from({ length: 500 }, (_, column) => `column ${column}`);
  const rows = Array.from({ length: 5 }, () => columns.map(() => 'x'.repeat(900)));
  expect(encodeColumnsData(toColumnSamples({ columns, rows })).length).toBeLessThan(100_000);
});

test.each([undefined, '', 'no JSON', '{"a":1}', 'null', '[1,{},[],[{"a":1}]]'])(
  'an index whose samples are %s has none',
  (columnsData) => {
    expect(decodeColumnsData(columnsData)).toEqual([]);
  },
);
