import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DatasetError } from '../errors.ts';
import type { ColumnSpec } from '../schema.ts';
import { memorySource } from '../source.ts';
import type { RowEvent } from './batch.ts';
import { datasetPlan, planDataset, previewDataset } from './plan.ts';
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

describe('planDataset', () => {
  it('makes a plan that can be stored as JSON, and refuses a damaged one', async () => {
    const plan = await planDataset(memorySource(bytes('id,text\n1,x\n2,é\n')), COLUMNS);
    const stored = JSON.parse(JSON.stringify(plan));
    expect(datasetPlan.parse(stored)).toEqual(plan);
    const [range] = stored.ranges;
    expect(() => datasetPlan.parse({ ...stored, ranges: [{ ...range, end: -1 }] })).toThrow('end');
    expect(() => datasetPlan.parse({ ...stored, other: 1 })).toThrow('other');
  });

  it('refuses with a sentence and the line', async () => {
    const error = await failure('id,text\n1,"a, b"\n2,"c, d"\n3,"open\n4,more\n');
    expect(error).toMatchObject({ code: 'unclosed_quote', line: 4 });
    expect(error.message).toMatch(/^The quote opened in line 4 .*\.$/);
  });

  it('names the most common reason of rejects, and rows that have it', async () => {
    const long = '3,"c","d"\n4,"e","f","g"\n5,"h","i","j","k"\n'.repeat(3);
    const error = await failure(`id,text\n1,a\n2,b\n6,c\n7,d\n${long}`);
    expect(error).toMatchObject({ code: 'mostly_rejected', line: 6 });
    expect(error.message).toBe(
      '9 of 13 rows cannot be read. The commonest reason, in lines such as 6, 7, 8: The row has 3 cells, the header has 2. Correct the file and upload it again, or read it with another delimiter or encoding.',
    );
  });

  it('says where a file is not UTF-8', async () => {
    const plain = bytes('id,text\n1,ok\n');
    const plan = await planDataset(memorySource(plain), COLUMNS);
    expect(plan.notUtf8At).toBeUndefined();
    const damaged = Buffer.concat([plain, Buffer.from('2,caf\xe9\n', 'latin1')]);
    expect((await planDataset(memorySource(damaged), COLUMNS)).notUtf8At).toBe(8);
  });

  it('accepts column names with spaces around them, as older versions showed them', async () => {
    const columns: ColumnSpec[] = [
      { name: 'id', role: 'metadata' },
      { name: ' text', role: 'index' },
    ];
    const plan = await planDataset(memorySource(bytes('id, text\n1,x\n')), columns);
    expect(plan.schema.columns.map(({ role }) => role)).toEqual(['metadata', 'index']);
  });

  it('takes the types of columns that the customer has chosen', async () => {
    const columns: ColumnSpec[] = [
      { name: 'id', role: 'metadata', type: 'number' },
      { name: 'text', role: 'index' },
      { name: 'day', role: 'metadata', type: 'date-day-first' },
    ];
    const plan = await planDataset(memorySource(bytes('id,text,day\n1,x,01/02/2020\n')), columns);
    expect(plan.schema.columns.map(({ kind, format }) => [kind, format])).toEqual([
      ['number', undefined],
      ['body', undefined],
      ['date', 'day-first'],
    ]);
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

  it('rejects cells over 10 MB', async () => {
    const rows = await rowsOf(`id,text\n1,${'x'.repeat(10_500_000)}\n2,ok\n`);
    expect(rows[0]).toMatchObject({ line: 2, reason: expect.stringMatching(/10 MB/) });
    expect(rows[1]).toEqual({ line: 3, cells: ['2', 'ok'] });
  });

  it('reads back any table that was written, for any ranges', async () => {
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

  it('gives every row the same line number for every split into ranges', async () => {
    const data = 'id,text\n1,"a\nb"\n2,c\n\n3,"d\n\ne"\n4,f\n';
    const whole = await rowsOf(data);
    for (let rangeBytes = 1; rangeBytes < 40; rangeBytes++) {
      expect(await rowsOf(data, rangeBytes)).toEqual(whole);
    }
  });
});
