import papa from 'papaparse';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('what is written is what a reader of CSV gets', async () => {
  const rows = [
    ['line', 'reason'],
    ['2', 'It says "no", twice\nand more'],
    ['3', ''],
  ];
  expect(papa.parse(await toCsv(rows), { skipEmptyLines: true }).data).toEqual(rows);
});

test('what a spreadsheet would take for a formula is text', async () => {
  const typed = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\n=1', "it's = fine"];
  expect(await toCsv([typed])).toBe(
    `"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","'\n=1","it's = fine"\r\n`,
  );
});
