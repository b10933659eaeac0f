import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { waitForMail } from './support/cognito.ts';
import {
  animals,
  createIndex,
  firstKey,
  getIndex,
  upload,
  waitForBuild,
} from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { orderFault } from './support/order-fault.ts';
import { anonymous, type Member, newAdmin, origin } from './support/people.ts';
import { putIndex, waitForFile } from './support/stores.ts';

describe('create-index', () => {
  test.each([
    ['', 'IndexNameMissing'],
    ['two words', 'IndexNameInvalid'],
    ['semi;colon', 'IndexNameInvalid'],
    ['wikipedia', 'IndexNameTaken'],
  ] as const)('refuses the name %j', async (name, code) => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    await expectFailure(createIndex(admin, name, key), code);
  });

  test('refuses a name that exists, in any case, in this organisation only', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const key = await upload(admin, 'animals.csv', animals);
    await createIndex(admin, 'Animals', key);
    await expectFailure(createIndex(admin, 'ANIMALS', key), 'IndexNameTaken');
    await createIndex(other, 'Animals', await upload(other, 'animals.csv', animals));
  });

  test.each([
    [{ id: 'metadata', title: 'metadata', text: 'metadata' }],
    [{ id: 'index', title: 'metadata', text: 'index' }],
    [{ id: 'ignore', title: 'ignore', text: 'index' }],
  ] as const)('refuses the roles %j', async (roles) => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    const failure = await expectFailure(createIndex(admin, 'A', key, roles), 'ColumnsInvalid');
    expect(failure.message).toBe(
      'Please select one index column and at least one metadata column.',
    );
  });

  test('refuses metadata that the fields of an answer would hide', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    const roles = { conceptScore: 'metadata', text: 'index' } as const;
    await expectFailure(createIndex(admin, 'A', key, roles), 'ColumnReserved');
  });

  test('refuses more names of columns than a record holds', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    const names = Array.from({ length: 60 }, (_, i) => `${i}`.padEnd(900, 'x'));
    const roles = Object.fromEntries(names.map((name) => [name, 'metadata' as const]));
    await expectFailure(
      createIndex(admin, 'A', key, { ...roles, text: 'index' }),
      'InvalidRequest',
    );
  });

  test('refuses datasets that are missing, of others, or not chosen', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const foreign = await upload(other, 'animals.csv', animals);
    await expectFailure(createIndex(admin, 'A', foreign), 'DatasetNotFound');
    await expectFailure(createIndex(admin, 'A', `org/${admin.orgId}/no.csv`), 'DatasetNotFound');
    await expectFailure(createIndex(admin, 'A', ''), 'DatasetNotChosen');
  });
});

describe('a build', () => {
  test.each([
    ['binary', new Uint8Array([80, 75, 3, 4, 0, 0, 0, 1, 2]), /not a CSV|binary/i],
    ['one column', 'text\nonly one\n', /Only one column/],
    ['header only', 'id,title,text\n', /no rows/],
    ['header duplicates', 'id,title,title,text\n1,a,b,c\n', /"title" occurs twice/],
    ['an unclosed quote', 'id,title,text\n1,a,b\n2,"a,b\n3,a,b\n', /line 3/],
    ['a missing column', 'id,name,text\n1,a,b\n', /"title" is not in the file/],
  ])('of a file with %s fails and says what to do', async (_, content, message) => {
    const admin = await newAdmin();
    const key = await upload(admin, 'bad.csv', content);
    const { item_id } = await createIndex(admin, 'Bad', key);
    const index = await waitForBuild(admin, item_id);
    expect(index.status).toBe('Failed');
    expect(index.failure).toMatch(message);
    const mail = await waitForMail(origin(), admin.email, /Bad could not be built/);
    expect(mail.text).toContain(index.failure);
    await expectFailure(
      anonymous()('query-index', {
        params: { index_id: item_id },
        body: { request: { conceptFeaturesString: 'x' } },
        apiKey: await firstKey(admin, item_id),
      }),
      'IndexNotReady',
    );
  });

  test('keeps the good rows of a file and lists the others', async () => {
    const admin = await newAdmin();
    const broken = `${animals}w7,too,many,cells\nw8,"Short row"\nw9,,\n`;
    const { item_id } = await createIndex(admin, 'A', await upload(admin, 'a.csv', broken));
    const index = await waitForBuild(admin, item_id);
    expect(index).toMatchObject({ status: 'Active', rows: 7, progress: { rejects: 2 } });
    const rejects = await admin.call('list-index-rejects', { query: { index_id: item_id } });
    expect(rejects.total).toBe(2);
    expect(rejects.items.map(({ line }) => line)).toEqual([8, 10]);
  });

  test('reads a file of any name', async () => {
    const admin = await newAdmin();
    const start = 'a+b 100% größe 📈 ';
    const name = `${start}${'n'.repeat(limits.fileNameMaxBytes - 4 - Buffer.byteLength(start))}.csv`;
    const { item_id } = await createIndex(admin, 'A', await upload(admin, name, animals));
    const index = await waitForBuild(admin, item_id);
    expect(index).toMatchObject({ status: 'Active', rows: 6, dataset_name: name });
  });

  test('whose dataset is deleted between two of its steps fails and says so', async () => {
    const admin = await newAdmin();
    // The number of rows is found in no other call: the end of the first step fails until the file is gone.
    const rows = 4321 + randomInt(40_000);
    const content = `id,title,text\n${'1,a,fish in the sea\n'.repeat(rows)}`;
    const key = await upload(admin, 'short-lived.csv', content);
    await orderFault(origin(), 'dynamodb:UpdateItem', 'InternalServerError', {
      ...{ containing: `{"N":"${rows}"}`, times: 6 },
    });
    const { item_id } = await createIndex(admin, 'A', key);
    await waitForFile(`org/${admin.orgId}/${item_id}/`, /plan\.json$/);
    await admin.call('delete-dataset-file', { query: { key } });
    const index = await waitForBuild(admin, item_id);
    expect(index).toMatchObject({ status: 'Failed' });
    expect(index.failure).toMatch(/deleted or replaced while the index was being built/);
  });

  test('reads other delimiters, line ends and encodings', async () => {
    const admin = await newAdmin();
    const tabs = `\uFEFF${animals.replaceAll(',', '\t')}`;
    const windows = animals.replaceAll('\n', '\r\n');
    for (const [name, content] of Object.entries({ tabs, windows })) {
      const { item_id } = await createIndex(
        admin,
        name,
        await upload(admin, `${name}.csv`, content),
      );
      expect(await waitForBuild(admin, item_id), name).toMatchObject({ status: 'Active', rows: 6 });
    }
  });
});

test('columns may have the names of object properties', async () => {
  const admin = await newAdmin();
  const file = 'constructor,toString,__proto__,text\nc,t,p,whales sing in the sea\n';
  const roles = { constructor: 'metadata', toString: 'metadata', text: 'index' } as const;
  const key = await upload(admin, 'names.csv', file);
  const { item_id } = await createIndex(admin, 'Names', key, roles);
  expect(await waitForBuild(admin, item_id)).toMatchObject({
    status: 'Active',
    columns_role: roles,
  });
  const { foundItems } = await anonymous()('query-index', {
    params: { index_id: item_id },
    body: { request: { conceptFeaturesString: 'whales' } },
    apiKey: await firstKey(admin, item_id),
  });
  expect(foundItems[0]).toMatchObject({ constructor: 'c', toString: 't' });
});

describe('get-index-quality', () => {
  const qualityOf = (admin: Member, index_id: string) =>
    admin.call('get-index-quality', { query: { index_id } });

  test('tells what the build measured', async () => {
    const quality = await qualityOf(await newAdmin(), 'us_patents');
    expect(quality).toMatchObject({ rejects: 0, language: 'en', dimensions: expect.any(Number) });
    expect(quality.rows).toBeGreaterThan(100);
    expect(quality.half_documents).toBeGreaterThan(0);
    expect(quality.mixed_ndcg).toBeGreaterThan(0);
    expect(quality.nearest!.recall).toBeGreaterThan(0.9);
    expect(quality.build_seconds).toBeGreaterThanOrEqual(0);
  });

  test('counts what was left out, and measures nothing on six rows', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'a.csv', `${animals}w7,,\n`);
    const { item_id } = await createIndex(admin, 'A', key);
    await waitForBuild(admin, item_id);
    const quality = await qualityOf(admin, item_id);
    expect(quality).toMatchObject({ rows: 6, rejects: 1, half_documents: 0 });
  });

  test('has nothing to tell of an index of others, or of one that was never published', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const key = await upload(other, 'a.csv', 'id,title,text\n');
    const { item_id } = await createIndex(other, 'A', key);
    await expectFailure(qualityOf(admin, item_id), 'IndexNotFound');
    await waitForBuild(other, item_id);
    await expectFailure(qualityOf(other, item_id), 'IndexNotReady');
  });
});

type ListOrder = { sort?: 'name' | 'date'; order?: 'ascending' | 'descending' };

describe('list-indexes', () => {
  test('gives the own ones, newest first, in pages, and the catalogues last', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    for (const name of ['A', 'B', 'C']) await createIndex(admin, name, key);
    const first = await admin.call('list-indexes', { query: { limit: 2 } });
    const second = await admin.call('list-indexes', { query: { limit: 2, cursor: first.next } });
    const names = [...first.items, ...second.items].map(({ name }) => name);
    expect(names).toEqual(['C', 'B', 'A', 'Patents', 'Wikipedia', 'Arxiv']);
    expect(second.items.at(-1)).toMatchObject({ author: 'Admin', status: 'Active', builtin: true });
  });

  test('sorts by name, upper and lower case alike, or by date, either way', async () => {
    const admin = await newAdmin();
    for (const sort of ['name', 'date'] as const) {
      const { items } = await admin.call('list-indexes', { query: { sort } });
      expect(items.map(({ name }) => name)).toEqual(['Patents', 'Wikipedia', 'Arxiv']);
    }
    const names = ['beta', 'Delta', 'alpha', 'Gamma'];
    for (const name of names) await putIndex(admin.orgId, name);
    const list = async (order: ListOrder) => {
      const pages: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.call('list-indexes', { query: { ...order, limit: 3, cursor } });
        pages.push(page.items.map(({ name }) => name));
        cursor = page.next;
      } while (cursor);
      return pages.flat();
    };
    const catalogs = ['Patents', 'Wikipedia', 'Arxiv'];
    const byName = ['alpha', 'beta', 'Delta', 'Gamma'];
    expect(await list({ sort: 'name' })).toEqual([...byName, ...catalogs]);
    expect(await list({ sort: 'name', order: 'descending' })).toEqual([
      ...byName.toReversed(),
      ...catalogs,
    ]);
    expect(await list({ sort: 'date', order: 'ascending' })).toEqual([...names, ...catalogs]);
    expect(await list({})).toEqual([...names.toReversed(), ...catalogs]);
  });

  test('hides indexes of others', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const { item_id } = await createIndex(other, 'A', await upload(other, 'a.csv', animals));
    await expectFailure(
      admin.call('list-indexes', { query: { index_id: item_id } }),
      'IndexNotFound',
    );
    await expectFailure(
      admin.call('list-index-rejects', { query: { index_id: item_id } }),
      'IndexNotFound',
    );
    await expectFailure(admin.call('list-indexes', { query: { org_id: other.orgId } }), 'NotFound');
    expect(await getIndex(admin, 'us_patents')).toMatchObject({ name: 'Patents' });
  });
});
