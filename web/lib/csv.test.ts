import { expect, test } from 'vitest';
import { parseCsv, toCsv } from './csv.ts';

test('the delimiter is detected, quoted line breaks and a byte order mark are understood', async () => {
  expect(await parseCsv('id,text\n1,"two\nlines, one cell"\n\n2,b\n')).toEqual({
    columns: ['id', 'text'],
    rows: [
      ['1', 'two\nlines, one cell'],
      ['2', 'b'],
    ],
  });
});

test('an empty file has no columns', async () => {
  expect(await parseCsv('')).toEqual({ columns: [], rows: [] });
});

test('what is written is what a reader of CSV gets', async () => {
  const rows = [
    ['line', 'reason'],
    ['2', 'It says "no", twice\nand more'],
    ['3', ''],
  ];
  expect(await parseCsv(await toCsv(rows))).toEqual({ columns: rows[0], rows: rows.slice(1) });
});

test('what a spreadsheet would take for a formula is text', async () => {
  const typed = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\n=1', "it's = fine"];
  expect(await toCsv([typed])).toBe(
    `"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","'\n=1","it's = fine"\r\n`,
  );
});
