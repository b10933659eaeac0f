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
