import { expect, test } from 'vitest';
import { parseCsv } from './csv.ts';
import { toCsv } from './download-csv.ts';

test('what is written is what a reader of CSV gets', async () => {
  const rows = [
    ['line', 'reason'],
    ['2', 'It says "no", twice\nand more'],
    ['3', ''],
  ];
  expect(await parseCsv(toCsv(rows))).toEqual({ columns: rows[0], rows: rows.slice(1) });
});

test('what a spreadsheet would take for a formula is text', () => {
  const typed = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "it's = fine"];
  expect(toCsv([typed])).toBe(`"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","it's = fine"\r\n`);
});
