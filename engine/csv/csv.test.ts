import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DatasetError } from '../errors.ts';
import type { ColumnSpec } from '../schema.ts';
import { memorySource } from '../source.ts';
import type { RowEvent } from './batch.ts';
import { detectDialect } from './dialect.ts';
import { planDataset, previewDataset } from './plan.ts';
import { readRows } from './read.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const COLUMNS: ColumnSpec[] = [
  { name: 'id', role: 'metadata' },
  { name: 'text', role: 'index' },
];

async function rowsOf(data: string | Uint8Array, rangeBytes?: number): Promise<RowEvent[]> {
  const source = memorySource(typeof data === 'string' ? bytes(data) : data);
  const plan = await planDataset(source, COLUMNS, { rangeBytes });
  const rows: RowEvent[] = [];
  for (const range of plan.ranges) {
    for await (const row of readRows(source, plan, range)) rows.push(row);
  }
  return rows;
}

async function failure(data: string | Uint8Array, columns = COLUMNS): Promise<DatasetError> {
  const source = memorySource(typeof data === 'string' ? bytes(data) : data);
  try {
    await planDataset(source, columns);
  } catch (error) {
    if (error instanceof DatasetError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

describe('detectDialect', () => {
  it.each([
    ['comma', 'a,b\n1,2\n', ','],
    ['semicolon', 'a;b\n1;2\n', ';'],
    ['tab', 'a\tb\n1\t2\n', '\t'],
    ['pipe', 'a|b\n1|2\n', '|'],
    ['semicolon with commas in the text', 'a;b\n1;x, y, z\n2;u, v\n', ';'],
    ['comma with semicolons in quotes', 'a,b\n1,"x; y; z"\n', ','],
  ])('recognises %s', (_, text, delimiter) => {
    expect(String.fromCharCode(detectDialect(bytes(text)).delimiter)).toBe(delimiter);
  });
});

describe('planDataset', () => {
  it.each([
    ['an empty file', '', 'empty_file', undefined],
    ['blank lines only', '\n \n', 'empty_file', undefined],
    ['an Excel workbook', 'PK\x03\x04rest', 'not_csv', undefined],
    ['a binary file', `id,text\n${'\0'}x`, 'not_csv', undefined],
    ['a header without rows', 'id,text\n', 'header_only', 1],
    ['one column', 'text\nhello\nworld\n', 'one_column', 1],
    ['a repeated column name', 'id,text,id\n1,2,3\n', 'duplicate_header', 1],
    ['an unclosed quote', 'id,text\n1,"open\n2,more\n', 'unclosed_quote', 2],
  ])('refuses %s', async (_, data, code, line) => {
    const error = await failure(data);
    expect(error).toMatchObject({ code, line });
    expect(error.message).toMatch(/\.$/);
  });

  it('says so when the file is UTF-16', async () => {
    const utf16 = Buffer.from('\uFEFFid,text\n1,hello\n', 'utf16le');
    expect((await failure(utf16)).message).toMatch(/UTF-16.*UTF-8/);
  });

  it('names columns that are not in the file, and the ones that are', async () => {
    const error = await failure('id,text\n1,x\n', [{ name: 'body', role: 'index' }]);
    expect(error.code).toBe('unknown_column');
    expect(error.message).toMatch(/"body".*id, text/);
  });

  it('wants exactly one index column', async () => {
    const columns = COLUMNS.map((column) => ({ ...column, role: 'metadata' as const }));
    expect((await failure('id,text\n1,x\n', columns)).code).toBe('bad_roles');
  });

  it('survives JSON', async () => {
    const plan = await planDataset(memorySource(bytes('id,text\n1,x\n')), COLUMNS);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  it('previews header and rows', async () => {
    const preview = await previewDataset(memorySource(bytes('\uFEFFid,text\n1,x\n')));
    expect(preview).toMatchObject({ header: ['id', 'text'], sampleRows: [['1', 'x']] });
  });
});

describe('readRows', () => {
  it('reads quotes, line breaks and both line ends, and counts physical lines', async () => {
    const data = '\uFEFFid,text\r\n1,"two\r\nlines ""quoted"""\r\n\r\n2,5" pipe\n3,last';
    expect(await rowsOf(data)).toEqual([
      { line: 2, cells: ['1', 'two\r\nlines "quoted"'] },
      { line: 5, cells: ['2', '5" pipe'] },
      { line: 6, cells: ['3', 'last'] },
    ]);
  });

  it('fills missing cells, drops empty extra ones and rejects the rest', async () => {
    const rows = await rowsOf('id,text\n1\n2,x,,\n3,x,y\n4,"x" y\n5,ok\n');
    expect(rows).toEqual([
      { line: 2, cells: ['1', ''] },
      { line: 3, cells: ['2', 'x'] },
      { line: 4, reason: 'The row has 3 cells, the header has 2.' },
      { line: 5, reason: 'There is text after a closing quote in cell 2.' },
      { line: 6, cells: ['5', 'ok'] },
    ]);
  });

  it('rejects rows that are not UTF-8 and keeps the others', async () => {
    const data = Buffer.concat([
      bytes('id,text\n1,'),
      Buffer.from([0xe9, 0xff]),
      bytes('\n2,ok\n'),
    ]);
    const rows = await rowsOf(data);
    expect(rows[0]).toMatchObject({ line: 2, reason: expect.stringMatching(/UTF-8/) });
    expect(rows[1]).toEqual({ line: 3, cells: ['2', 'ok'] });
  });

  it('rejects cells over 10 MB', async () => {
    const rows = await rowsOf(`id,text\n1,${'x'.repeat(10_500_000)}\n2,ok\n`);
    expect(rows[0]).toMatchObject({ line: 2, reason: expect.stringMatching(/10 MB/) });
    expect(rows[1]).toEqual({ line: 3, cells: ['2', 'ok'] });
  });

  it('reads any written table back, whatever the ranges', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '日', '😀'),
    });
    const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 60 }), async (written, rangeBytes) => {
        const filled = written.map(([a, b]) => [`x${a}`, b]);
        const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const csv = ['id,text', ...filled.map((row) => row.map(quote).join(','))].join('\n');
        const rows = await rowsOf(csv, rangeBytes);
        expect(rows.map((row) => 'cells' in row && row.cells)).toEqual(filled);
      }),
      { numRuns: 200 },
    );
  });

  it('gives every row the same line in every split into ranges', async () => {
    const data = 'id,text\n1,"a\nb"\n2,c\n\n3,"d\n\ne"\n4,f\n';
    const whole = await rowsOf(data);
    for (let rangeBytes = 1; rangeBytes < 40; rangeBytes++) {
      expect(await rowsOf(data, rangeBytes)).toEqual(whole);
    }
  });
});
