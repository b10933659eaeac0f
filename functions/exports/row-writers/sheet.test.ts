import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sheetWriter } from './sheet.ts';

test('a workbook that several writers wrote is one file; nothing in it is calculated', () => {
  const columns = ['id', 'title <b>'];
  const first = sheetWriter(columns);
  const pieces = [first.begin(), first.rows([['7', '=SUM(A1)']])];
  const second = sheetWriter(columns, first.state);
  pieces.push(
    second.rows([
      ['0012', 'a & b\u0001'],
      ['1.5', ''],
    ]),
    second.end(),
  );
  const files = unzipSync(Buffer.concat(pieces));
  expect(Object.keys(files)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
  const cells = [...sheet.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) =>
    cell.replaceAll(/<\/?(is|t)[^>]*>/g, ''),
  );
  expect(cells).toEqual([
    'id',
    'title &lt;b&gt;',
    '<v>7</v>',
    '=SUM(A1)',
    '0012',
    'a &amp; b',
    '<v>1.5</v>',
    '',
  ]);
  expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true);
});
