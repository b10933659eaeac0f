import { gzipSync, zstdCompressSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it, vi } from 'vitest';
import writeXlsxFile from 'write-excel-file/universal';
import { previewDataset } from '../csv/plan.ts';
import { readBatches } from '../csv/read.ts';
import { sampleTable } from '../csv/sample.ts';
import { readTable } from '../csv/table.ts';
import { memorySource } from '../source.ts';
import { firstBytes } from './expand.ts';
import { openFile } from './open-file.ts';

const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? strToU8(file) : file);
const previewOf = (file: string | Uint8Array) => previewDataset(memorySource(bytesOf(file)));

/** Rows and rejects as a build reads them. */
async function rowsOf(file: string | Uint8Array) {
  const { chunks, form } = await (await openFile(memorySource(bytesOf(file))))!.convert();
  const { bytes } = await firstBytes(chunks, Number.POSITIVE_INFINITY);
  const source = memorySource(bytes);
  const table = await readTable(source, { form: form?.() });
  const { format } = await sampleTable(source, table);
  const range = { start: table.start, end: bytes.length, firstLine: table.firstLine };
  const rows: object[] = [];
  for await (const batch of readBatches(source, format, range)) {
    for (const event of batch.events()) rows.push(event);
  }
  return rows;
}

const lines = [
  '{"id":1,"text":"first\\nsecond","owner":{"name":"Ada","born":1815},"tags":["a","b"]}',
  '',
  'no json',
  '{"id":12345678901234567890,"text":"say \\"a, b\\"","ok":true,"parts":[{"x":1}]}',
].join('\n');

describe('JSON lines', () => {
  it('become rows with the lines of the file, and lines that are no object are left out', async () => {
    expect(await rowsOf(lines)).toEqual([
      { line: 1, cells: ['1', 'first\nsecond', 'Ada', '1815', 'a; b', '', ''] },
      { line: 3, reason: 'The row is not a JSON object.', text: 'no json' },
      { line: 4, cells: ['12345678901234567890', 'say "a, b"', '', '', '', 'true', '[{"x":1}]'] },
    ]);
  });

  it('keep their types and are previewed', async () => {
    const preview = await previewOf(`\ufeff${lines}`);
    expect(preview).toMatchObject({ format: 'json-lines', hasHeader: true, rowsRead: 3 });
    expect(preview.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'id'],
      ['text', 'keyword'],
      ['owner.name', 'keyword'],
      ['owner.born', 'number'],
      ['tags', 'keyword'],
      ['ok', 'keyword'],
      ['parts', 'keyword'],
    ]);
    expect(preview.rejects).toMatchObject({ count: 1, examples: [{ line: 3, text: 'no json' }] });
  });

  it('are read across chunks, one object or many, and nested as deep as one likes', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const levels = `{"a":${'{"b":'.repeat(7)}1${'}'.repeat(7)}}`;
    const vector = '[0.5,1,2,3,4,5,6,7]';
    const rows = await rowsOf([levels, deep, '{"a":"x"}', `{"a":${vector}}`].join('\n'));
    expect(rows).toMatchObject([
      { cells: ['{"b":{"b":{"b":1}}}', ''] },
      { reason: 'The row is not a JSON object.' },
      { cells: ['', 'x'] },
      { cells: ['', vector] },
    ]);
    const many = Array.from({ length: 200_000 }, (_, i) => `{"n":${i},"text":"row ${i} of many"}`);
    const read = await rowsOf(many.join('\n'));
    expect(read).toHaveLength(many.length);
    expect(read.at(-1)).toEqual({ line: many.length, cells: ['199999', 'row 199999 of many'] });
  });

  it('are refused if their names are values', async () => {
    const names = Array.from({ length: 5001 }, (_, i) => `"name ${i}":1`);
    await expect(previewOf(`{${names}}\n`)).rejects.toThrow(/more than 5000 different names/);
  });
});

describe('a JSON list', () => {
  it.each([
    ['[{"a":"x, ]","b":2},{"a":"\\"}","c":null},3]', 3],
    ['[\n  {\n    "a": "x, ]",\n    "b": 2\n  },\n  { "a": "\\"}", "c": null },\n  3,\n]\n', 3],
  ])('has a row for each of its objects', async (text, count) => {
    const rows = await rowsOf(text);
    expect(rows).toHaveLength(count);
    expect(rows).toMatchObject([
      { line: 1, cells: ['x, ]', '2'] },
      { line: 2, cells: ['"}', ''] },
      { line: 3, reason: 'The row is not a JSON object.' },
    ]);
  });

  it('is refused if it is cut off, and so is another document', async () => {
    await expect(previewOf('[{"a":1},\n{"a":')).rejects.toMatchObject({ code: 'damaged_file' });
    await expect(previewOf('{\n "rows": [{"a":1}]\n}')).rejects.toThrow(/one list of objects/);
  });
});

describe('an archive', () => {
  const csv = 'id;text\n1;größer\n2;"zwei\nZeilen"\n';

  it.each([
    ['gzip', gzipSync(csv)],
    ['gzip', gzipSync(Buffer.from(csv, 'latin1'))],
    ['zip', zipSync({ 'folder/x.csv': strToU8(csv), '__MACOSX/x.csv': strToU8('0') })],
  ])('in %s is read like the file in it', async (packing, file) => {
    const preview = await previewOf(file);
    expect(preview).toMatchObject({ format: 'csv', packing, delimiter: ';' });
    expect(preview.sampleRows).toEqual([
      ['1', 'größer'],
      ['2', 'zwei\nZeilen'],
    ]);
  });

  it('of several files is one table, whatever their columns and formats', async () => {
    const files = {
      'b.jsonl': strToU8('{"text":"x","nr":3,"more":true}\n'),
      'a.csv': Buffer.from('nr;text\n1;größer\n2;a;b;c\n4;d\n5;e\n6;f\n', 'latin1'),
      'c.csv.gz': gzipSync('text,nr\nlast,7\n'),
    };
    expect(await rowsOf(zipSync(files))).toMatchObject([
      { line: 1, cells: ['1', 'größer', ''] },
      { line: 2, reason: 'The row has 4 cells, the header has 2. (a.csv, line 3)' },
      { cells: ['4', 'd', ''] },
      { cells: ['5', 'e', ''] },
      { cells: ['6', 'f', ''] },
      { line: 6, cells: ['3', 'x', 'true'] },
      { line: 7, cells: ['7', 'last', ''] },
    ]);
    expect(await previewOf(zipSync(files))).toMatchObject({ format: 'several', packing: 'zip' });
  });

  it('tells which files have other columns, also beyond the first rows, and leaves no row out', async () => {
    const rows = Array.from({ length: 6000 }, (_, i) => `${i},${'row '.repeat(250)}\n`);
    const files = {
      'a.csv': strToU8(`id,text\n${rows.join('')}`),
      'b.csv': strToU8('text,price\nother,9\n'),
    };
    for (const level of [0, 6] as const) {
      const archive = zipSync(files, { level });
      const read = await rowsOf(archive);
      expect(read.at(-1)).toMatchObject({ cells: ['', 'other', '9'] });
      expect(read).toHaveLength(6001);
      const { columns, rejects, differences } = await previewOf(archive);
      expect(columns.map(({ name }) => name)).toEqual(['id', 'text', 'price']);
      expect(rejects).toBeUndefined();
      expect(differences).toEqual([
        'b.csv has other columns than a.csv: it lacks id (empty in its rows), and it has price (empty in the rows of others).',
      ]);
    }
  });

  it('of stored files has no limit of memory for each', async () => {
    const row = 'x'.repeat(1000);
    const big = Buffer.from(`id,text\n${`1,${row}\n`.repeat(70_000)}`);
    const archive = zipSync({ 'a.csv': strToU8('id,text\n0,y\n'), 'b.csv': big }, { level: 0 });
    const read = await rowsOf(archive);
    expect(read).toHaveLength(70_001);
    expect(read.at(-1)).toMatchObject({ cells: ['1', row] });
    const packed = zipSync({ 'a.csv': strToU8('id,text\n0,y\n'), 'b.csv': big });
    await expect(rowsOf(packed)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('of very many small files is read in few reads, and names a file that is no table', async () => {
    const files = Array.from({ length: 2000 }, (_, i) => [
      `${i}.csv`,
      strToU8(`id,text\n${i},x\n`),
    ]);
    const { read, sizeBytes } = memorySource(zipSync(Object.fromEntries(files), { mem: 0 }));
    const counted = { sizeBytes, read: vi.fn<typeof read>(read) };
    const { rowsRead } = await previewDataset(counted);
    expect(rowsRead).toBe(2000);
    expect(counted.read.mock.calls.length).toBeLessThan(20);
    const other = zipSync({
      'a.csv': strToU8(csv),
      'b.png': Buffer.from('89504e470d0a1a0a0000', 'hex'),
    });
    await expect(previewOf(other)).rejects.toThrow(/^b.png: This is/);
  });

  it('may hold JSON lines', async () => {
    expect(await rowsOf(gzipSync(lines))).toHaveLength(3);
    expect(await previewOf(zipSync({ a: strToU8(lines) }))).toMatchObject({ format: 'json-lines' });
  });

  it('is refused if it is cut off, nested, or a bomb', async () => {
    const packed = gzipSync(csv.repeat(1000));
    await expect(previewOf(packed.subarray(0, -20))).rejects.toMatchObject({
      code: 'damaged_file',
    });
    const zip = zipSync({ 'a.csv': strToU8(csv) });
    await expect(previewOf(zip.subarray(0, -30))).rejects.toMatchObject({ code: 'damaged_file' });
    const outside = zipSync({ '../a.csv': strToU8(csv) });
    await expect(previewOf(outside)).rejects.toMatchObject({ code: 'damaged_file' });
    await expect(previewOf(gzipSync(packed))).rejects.toThrow(/archive in an archive/);
    const bomb = gzipSync(Buffer.alloc(120_000_000, 'a,b\n'), { level: 1 });
    await expect(rowsOfPacked(bomb)).rejects.toMatchObject({ code: 'too_large' });
  });
});

async function rowsOfPacked(file: Uint8Array) {
  const { chunks } = await (await openFile(memorySource(file)))!.convert('utf-8');
  for await (const _ of chunks);
}

describe('Parquet', () => {
  const columnData = [
    { name: 'nr', data: [1n, 2n, 3n], type: 'INT64' as const },
    { name: 'code', data: ['007', '1', '"q"'], type: 'STRING' as const },
    { name: 'price', data: [0.1, null, 3], type: 'DOUBLE' as const },
    { name: 'ok', data: [true, false, true], type: 'BOOLEAN' as const },
    {
      name: 'at',
      data: [new Date('2020-02-03'), new Date('2020-02-03T04:05:06Z'), null],
      type: 'TIMESTAMP' as const,
    },
  ];
  const file = (options = {}) =>
    new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 2, ...options }));

  it('keeps names and types of its columns, over several row groups', async () => {
    expect(await rowsOf(file())).toEqual([
      { line: 1, cells: ['1', '007', '0.1', 'true', '2020-02-03'] },
      { line: 2, cells: ['2', '1', '', 'false', '2020-02-03T04:05:06.000Z'] },
      { line: 3, cells: ['3', '"q"', '3', 'true', ''] },
    ]);
    const { format, columns } = await previewOf(file());
    expect(format).toBe('parquet');
    const typed = columns.map(({ name, type }) => [name, type]);
    expect(typed).toEqual([
      ['nr', 'id'],
      ['code', expect.any(String)],
      ['price', 'number'],
      ['ok', 'keyword'],
      ['at', 'date'],
    ]);
  });

  it('is read in other compressions', async () => {
    const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes)) };
    expect(await rowsOf(file({ codec: 'ZSTD', compressors }))).toHaveLength(3);
  });

  it('is refused if it is damaged', async () => {
    const whole = file();
    for (const damaged of [whole.subarray(0, -9), whole.slice().fill(0xff, 4, 60)]) {
      await expect(rowsOf(damaged)).rejects.toMatchObject({ code: 'damaged_file' });
    }
  });
});

describe('Excel', () => {
  const workbook = async () => {
    const sheet = [
      [{ value: 'Report of 2020' }],
      [],
      [{ value: 'nr' }, { value: 'text' }, { value: 'day' }, { value: 'price' }],
      [
        { value: 1 },
        { value: 'line one\nand "two"' },
        { value: new Date('2020-02-03T00:00:00Z'), format: 'dd/mm/yyyy' },
        { value: 0.1 },
      ],
      [{ value: 2 }, { value: 'a & b' }, null, { value: 1300.5 }],
    ];
    const blob = await writeXlsxFile(sheet as never, {}).toBlob();
    return new Uint8Array(await blob.arrayBuffer());
  };

  it('is read from its first sheet, with dates, and titles above the table left out', async () => {
    const file = await workbook();
    const preview = await previewOf(file);
    expect(preview).toMatchObject({ format: 'excel', skippedLines: 2 });
    expect(preview.header).toEqual(['nr', 'text', 'day', 'price']);
    expect(preview.columns.map(({ type }) => type)).toContain('date');
    expect(await rowsOf(file)).toEqual([
      { line: 4, cells: ['1', 'line one\nand "two"', '2020-02-03', '0.1'] },
      { line: 5, cells: ['2', 'a & b', '', '1300.5'] },
    ]);
    expect(await previewOf(gzipSync(file))).toMatchObject({ format: 'excel', packing: 'gzip' });
  });
});
