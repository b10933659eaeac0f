import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import type { ColumnUse } from '#shared/column-uses.ts';
import { limits } from '#shared/limits.ts';
import type { ColumnType, Reading } from '#shared/reading.ts';
import { firstKey, upload, waitForBuild, waitForRebuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin } from './support/people.ts';
import { grantStaff, inSecondStep } from './support/staff.ts';

interface Choices {
  columnsType?: Record<string, ColumnType>;
  columnsUse?: Record<string, ColumnUse>;
  reading?: Reading;
}

/** Uploads a file, and builds an index of it with all columns that its preview shows. */
async function buildFrom(
  admin: Member,
  content: Parameters<typeof upload>[2],
  choices: Choices = {},
  name = 'file.csv',
) {
  const key = await upload(admin, name, content);
  const { encoding, header } = choices.reading ?? {};
  const preview = await admin.call('get-dataset-files', {
    query: { key, encoding, header: header?.toString() },
  });
  if ('items' in preview) throw new Error('expected a preview');
  const names = preview.columns.map(({ name }) => name);
  const index = await admin.call('create-index', {
    body: {
      name: 'Intake',
      orgId: admin.orgId,
      userId: admin.authUserId,
      email: admin.email,
      columnsRole: Object.fromEntries(
        names.map((name, i) => [name, i === 1 ? ('index' as const) : ('metadata' as const)]),
      ),
      columnsData: '[]',
      datasetSize: 1,
      dataset: { value: key, label: 'file.csv' },
      status: 'Processing',
      ...choices,
    },
  });
  const built = await waitForBuild(admin, index.item_id);
  expect(built.failure).toBeUndefined();
  return { preview, index: built, apiKey: await firstKey(admin, index.item_id) };
}

type Built = Awaited<ReturnType<typeof buildFrom>>;
type Filters = {
  column: string;
  operator: '=' | '<=' | '!=' | 'in' | 'exists';
  value?: string | string[];
}[];

const query = ({ index, apiKey }: Built, text: string, filters?: Filters) =>
  anonymous()('query-index', {
    params: { index_id: index.item_id },
    body: { request: { conceptFeaturesString: text, filters } },
    apiKey,
  });

describe('a file', () => {
  const rows =
    'Nr;Texte;Ville\r\n1;"Le café est fermé l’été";Orléans\r\n2;Une forêt près du château;Évry\r\n';

  test.each([
    ['windows-1252', Buffer.from(rows.replace('’', '\x92'), 'latin1')],
    ['utf-16le', Buffer.from(`\ufeff${rows}`, 'utf16le')],
    ['utf-8', Buffer.from(`Rapport\n\n${rows}`)],
  ])('in %s is previewed, built and searched alike', async (encoding, content) => {
    const built = await buildFrom(await newAdmin(), content);
    expect(built.preview).toMatchObject({ encoding, delimiter: ';', has_header: true });
    expect(built.preview.rows[0]).toEqual(['1', 'Le café est fermé l’été', 'Orléans']);
    expect(built.preview.columns.map(({ suggested_use }) => suggested_use)).toEqual([
      'id',
      undefined,
      'title',
    ]);
    expect(built.index.columns_use).toBeUndefined();
    expect(built.index).toMatchObject({ rows: 2, progress: { rejects: 0 } });
    const { foundItems } = await query(built, 'forêt', [
      { column: 'Ville', operator: '=', value: 'evry' },
    ]);
    expect(foundItems).toMatchObject([{ Nr: '2', Ville: 'Évry' }]);
  });

  const records = [
    {
      nr: 1,
      text: 'the first paper on combs',
      price: 1300.5,
      on: '2020-02-01',
      by: { name: 'Ada' },
    },
    { nr: 2, text: 'the second\npaper on combs', price: null, on: '2020-03-01', by: null },
  ];
  const asCsv = 'nr,text,price,on,by.name\n1,the first paper on combs,1300.5,2020-02-01,Ada\n';
  const columnData = [
    { name: 'nr', data: [1n, 2n] },
    { name: 'text', data: records.map(({ text }) => text) },
    { name: 'price', data: records.map(({ price }) => price) },
    { name: 'on', data: records.map(({ on }) => new Date(on)) },
    { name: 'by.name', data: ['Ada', null] },
  ];
  test.each([
    ['rows.jsonl', [...records.map((row) => JSON.stringify(row)), '{"nr":'].join('\n'), 1],
    ['rows.json.gz', gzipSync(JSON.stringify(records, undefined, 2)), 0],
    [
      'rows.zip',
      zipSync({ 'rows.csv': strToU8(`${asCsv}2,"the second\npaper on combs",,2020-03-01,`) }),
      0,
    ],
    ['rows.parquet', new Uint8Array(parquetWriteBuffer({ columnData })), 0],
  ])(
    '%s is previewed, built, searched and filtered by its types',
    async (name, content, rejects) => {
      const admin = await newAdmin();
      const built = await buildFrom(admin, Buffer.from(content), {}, name);
      expect(built.index).toMatchObject({ rows: 2, progress: { rejects } });
      expect(built.preview.columns.map(({ name: column, type }) => [column, type])).toMatchObject([
        ['nr', 'id'],
        ['text', expect.anything()],
        ['price', 'number'],
        ['on', 'date'],
        ['by.name', 'keyword'],
      ]);
      const dear = await query(built, 'paper', [
        { column: 'price', operator: '<=', value: '1300.5' },
      ]);
      expect(dear.foundItems).toMatchObject([{ nr: '1', 'by.name': 'Ada' }]);
      const early = await query(built, 'paper', [
        { column: 'on', operator: '<=', value: '2020-02-28' },
      ]);
      expect(early.foundItems).toMatchObject([{ nr: '1' }]);
      const listed = await admin.call('list-index-rejects', {
        query: { index_id: built.index.item_id },
      });
      expect(listed.items).toEqual(
        rejects ? [{ line: 3, reason: 'The row is not a JSON object.' }] : [],
      );
    },
  );

  test('without a header is read with the given settings', async () => {
    const admin = await newAdmin();
    const content = 'one,first text of all\ntwo,second text of all\n';
    const reading = { header: false };
    const { index, preview } = await buildFrom(admin, content, { reading });
    expect(preview.columns.map(({ name }) => name)).toEqual(['column_1', 'column_2']);
    expect(index.rows).toBe(2);
  });

  test('shows the rows that will be left out in its preview', async () => {
    const admin = await newAdmin();
    const content = `id,code\n${'1,a\n'.repeat(8)}2,"b","c"\n3,"d","e"\n`;
    const key = await upload(admin, 'file.csv', content);
    expect(await admin.call('get-dataset-files', { query: { key } })).toMatchObject({
      rows_read: 10,
      rejected: {
        count: 2,
        reason: 'The row has 3 cells, the header has 2.',
        examples: [
          { line: 10, text: '2,"b","c"' },
          { line: 11, text: '3,"d","e"' },
        ],
      },
    });
  });

  test('has an estimate of its build, for staff with its costs', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'file.csv', 'id,text\n1,a story\n');
    const estimate = async (person = admin) => {
      const preview = await person.call('get-dataset-files', { query: { key } });
      return 'build' in preview ? preview.build : undefined;
    };
    expect(await estimate()).toEqual({ seconds: expect.any(Number), place: 'functions' });
    await grantStaff(admin.email);
    const staff = await inSecondStep(admin);
    expect(await estimate(staff)).toMatchObject({ usd: expect.any(Number) });
  });
});

test('a row is found by its number, before rows that quote it', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `${4700 + i},${i === 3 ? 'as told in 4712' : 'a story'} of the harbour and its ferry`,
  );
  const built = await buildFrom(await newAdmin(), ['nr,text', ...rows].join('\n'));
  const { foundItems } = await query(built, '4712');
  expect(foundItems.map(({ nr }) => nr)).toEqual(['4712', '4703']);
});

test('an index of as many and as long names as are taken is built, and built again', async () => {
  const { columnsMax, columnNamesMaxBytes, columnSamplesMaxBytes } = limits;
  const admin = await newAdmin();
  // A Chinese character has three bytes.
  const length = Math.floor(columnNamesMaxBytes / columnsMax / 3) - 1;
  const names = Array.from(
    { length: columnsMax },
    (_, i) => `${i}`.padEnd(3, '_') + '列'.repeat(length - 1),
  );
  const row = (text: string) => names.map((_, i) => (i === 1 ? text : '12')).join(',');
  const content = [names.join(','), row('the first text'), row('another text')].join('\n');
  const key = await upload(admin, 'wide.csv', content);
  const columnsRole = Object.fromEntries(
    names.map((name, i) => [name, i === 1 ? ('index' as const) : ('metadata' as const)]),
  );
  const columnsType = Object.fromEntries(names.map((name) => [name, 'date-month-first' as const]));
  const columnsData = JSON.stringify(['列'.repeat(Math.floor(columnSamplesMaxBytes / 3) - 2)]);
  const dataset = { value: key, label: 'wide.csv' };
  const index = await admin.call('create-index', {
    body: {
      name: 'Wide',
      orgId: admin.orgId,
      userId: admin.authUserId,
      email: admin.email,
      columnsRole,
      columnsType,
      columnsData,
      datasetSize: 1,
      dataset,
      status: 'Processing',
    },
  });
  expect(await waitForBuild(admin, index.item_id)).toMatchObject({ status: 'Active', rows: 2 });
  await admin.call('rebuild-index', {
    body: { index_id: index.item_id, dataset, columnsRole, columnsType, columnsData },
  });
  const again = await waitForRebuild(admin, index);
  expect(again.failure).toBeUndefined();
  expect(again.rows).toBe(2);
});

describe('filters', () => {
  test('compare by the type of the column, which the index shows', async () => {
    const content = [
      'ref,text,day,price,areas',
      '9,the first paper on combs,01/02/2020,"1.300,50",cs.CG math.CO',
      '10,the second paper on combs,03/02/2020,"2,5",stat.ML',
      '100,the third paper on combs,04/02/2020,NA,',
    ].join('\n');
    const built = await buildFrom(await newAdmin(), content, {
      columnsType: { day: 'date-day-first' },
      columnsUse: { ref: 'id', areas: 'title', text: 'link' },
    });
    // The searched column is not part of a row that is found.
    expect(built.index.columns_use).toEqual({ ref: 'id', areas: 'title' });
    expect(built.index.columns_type).toMatchObject({
      ref: 'id',
      day: 'date-day-first',
      price: 'number',
      areas: 'keyword',
    });
    const found = async (filters: Filters) => {
      const { foundItems } = await query(built, 'paper on combs', filters);
      return new Set(foundItems.map(({ ref }) => ref));
    };
    expect(await found([{ column: 'ref', operator: '<=', value: '10' }])).toEqual(
      new Set(['10', '9']),
    );
    expect(await found([{ column: 'day', operator: '<=', value: '2020-02-03' }])).toEqual(
      new Set(['10', '9']),
    );
    expect(await found([{ column: 'price', operator: '<=', value: '1300.5' }])).toEqual(
      new Set(['10', '9']),
    );
    expect(await found([{ column: 'price', operator: 'exists', value: 'false' }])).toEqual(
      new Set(['100']),
    );
    expect(await found([{ column: 'areas', operator: '=', value: 'cs.cg' }])).toEqual(
      new Set(['9']),
    );
    expect(await found([{ column: 'areas', operator: 'in', value: ['stat.ML', 'x'] }])).toEqual(
      new Set(['10']),
    );
    expect(await found([{ column: 'areas', operator: '!=', value: 'stat.ML' }])).toEqual(
      new Set(['100', '9']),
    );
    const refused = query(built, 'x', [{ column: 'price', operator: '=', value: 'cheap' }]);
    const { message } = await expectFailure(refused, 'InvalidRequest');
    expect(message).toMatch(/"price" holds numbers.*12\.5/);
    const noDate = query(built, 'x', [{ column: 'day', operator: '=', value: 'soon' }]);
    const { message: advice } = await expectFailure(noDate, 'InvalidRequest');
    expect(advice).toMatch(/"day" holds dates.*2018-07-01/);
  });
});
