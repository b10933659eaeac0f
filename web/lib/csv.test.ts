import papa from 'papaparse';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('a CSV reader gets the values that were written', async () => {
  const rows = [
    ['line', 'reason'],
    ['2', 'It says "no", twice\nand more'],
    ['3', ''],
  ];
  expect(papa.parse(await toCsv(rows), { skipEmptyLines: true }).data).toEqual(rows);
});

test('a value that a spreadsheet would run as a formula is text', async () => {
  const typed = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\n=1',
    "it's = fine",
    '＝1',
    '＋1',
    '－1',
    '＠A',
  ];
  expect(await toCsv([typed])).toBe(
    `"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","'\n=1","it's = fine","'＝1","'＋1","'－1","'＠A"\r\n`,
  );
});
