import { expect, test } from 'vitest';
import { decodeColumnsData, encodeColumnsData } from '#shared/columns-data.ts';
import { limits } from '#shared/limits.ts';
import { utf8Bytes } from '#shared/utf8-bytes.ts';
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

test.each(['x', '列'])('the samples of the widest file of %s fit into a request', (letter) => {
  const { columnsMax, columnNamesMaxBytes, columnSamplesMaxBytes } = limits;
  const bytes = utf8Bytes(letter);
  const columns = Array.from(
    { length: columnsMax },
    (_, column) => column + letter.repeat(Math.floor(columnNamesMaxBytes / columnsMax / bytes) - 3),
  );
  const rows = Array.from({ length: 5 }, () => columns.map(() => letter.repeat(900)));
  const samples = toColumnSamples({ columns, rows });
  expect(utf8Bytes(encodeColumnsData(samples))).toBeLessThanOrEqual(columnSamplesMaxBytes);
  expect(samples[499]?.values[4]).toMatch(/…$/);
});

test.each([undefined, '', 'no JSON', '{"a":1}', 'null', '[1,{},[],[{"a":1}]]'])(
  'an index whose samples are %s has none',
  (columnsData) => {
    expect(decodeColumnsData(columnsData)).toEqual([]);
  },
);
