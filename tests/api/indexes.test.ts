import { describe, expect, test } from 'vitest';
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
import { anonymous, newAdmin, origin } from './support/people.ts';

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
