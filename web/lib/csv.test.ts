import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

test('the delimiter is detected, quoted line breaks and a byte order mark are understood', async () => {
  expect(await parseCsv('\uFEFFid;text\n1;"two\nlines; one cell"\n\n2;b\n')).toEqual({
    columns: ['id', 'text'],
    rows: [
      ['1', 'two\nlines; one cell'],
      ['2', 'b'],
    ],
  });
});

test('an empty file has no columns', async () => {
  expect(await parseCsv('')).toEqual({ columns: [], rows: [] });
});
