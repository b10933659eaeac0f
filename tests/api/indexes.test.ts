import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { waitForMail } from './support/cognito.ts';
import {
  animals,
  animalsWithVectors,
  createIndex,
  firstKey,
  getIndex,
  upload,
  waitForBuild,
  waitForRebuild,
} from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import type { IndexOptions } from './support/index-items.ts';
import { orderFault } from './support/order-fault.ts';
import { anonymous, type Member, newAdmin, newMember, origin } from './support/people.ts';
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

  test('refuses a name that exists, in any case, in this organization only', async () => {
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

  test('refuses metadata with names of fields of an answer', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    const roles = { conceptScore: 'metadata', text: 'index' } as const;
    await expectFailure(createIndex(admin, 'A', key, roles), 'ColumnReserved');
  });

  test('refuses column names that are too long for a record', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    const names = Array.from({ length: 60 }, (_, i) => `${i}`.padEnd(900, 'x'));
    const roles = Object.fromEntries(names.map((name) => [name, 'metadata' as const]));
    await expectFailure(
      createIndex(admin, 'A', key, { ...roles, text: 'index' }),
      'InvalidRequest',
    );
  });

  test('refuses datasets that are missing, foreign, or not chosen', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const foreign = await upload(other, 'animals.csv', animals);
    await expectFailure(createIndex(admin, 'A', foreign), 'DatasetNotFound');
    await expectFailure(createIndex(admin, 'A', `org/${admin.orgId}/no.csv`), 'DatasetNotFound');
    await expectFailure(createIndex(admin, 'A', ''), 'DatasetNotChosen');
  });
});

const tuna = { id: 'w9', title: 'Tuna', text: 'Tunas are fast fish.' };

describe('a build', () => {
  test.each([
    ['a broken archive', new Uint8Array([80, 75, 3, 4, 0, 0, 0, 1, 2]), /damaged or cut off/],
    ['binary', new Uint8Array([37, 80, 68, 70, 0, 0, 0, 1, 2]), /not a CSV|binary|PDF/i],
    ['one column', 'text\nonly one\n', /Only one column/],
    ['header only', 'id,title,text\n', /no rows/],
    ['an unclosed quote', 'id,title,text\n1,a,"b, c"\n2,a,b\n3,a,"b, c\n', /line 4/],
    [
      'rows of other sizes',
      `id,title,text\n1,a,b\n${'2,"a","b","c"\n3,"a","b","c","d"\n'.repeat(1)}4,c,d\n5,"e","f","g","h","i"\n`,
      /3 of 5 rows cannot be read/,
    ],
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
    const broken = `${animals}w7,"too","many","cells"\nw8,"Short row"\nw9,,\n`;
    const { item_id } = await createIndex(admin, 'A', await upload(admin, 'a.csv', broken));
    const index = await waitForBuild(admin, item_id);
    expect(index).toMatchObject({ status: 'Active', rows: 7, progress: { rejects: 2 } });
    const rejects = await admin.call('list-index-rejects', { query: { index_id: item_id } });
    expect(rejects.total).toBe(2);
    expect(rejects.items.map(({ line }) => line)).toEqual([8, 10]);
  });

  test('takes a column of vectors, which searches ask with a vector', async () => {
    const admin = await newAdmin();
    const bad = `${animalsWithVectors}\nw7,Penguin,"Penguins dive for krill","[1, 2]"\n`;
    const roles = {
      id: 'metadata',
      title: 'metadata',
      text: 'index',
      embedding: 'metadata',
    } as const;
    const key = await upload(admin, 'vectors.csv', bad);
    const types = { embedding: 'vector' } as const;
    const { item_id: index_id } = await createIndex(admin, 'Vectors', key, roles, '[]', types);
    const index = await waitForBuild(admin, index_id);
    expect(index).toMatchObject({ status: 'Active', rows: 6, vector_dimensions: 8 });
    expect(index.columns_type).toMatchObject({ embedding: 'vector' });
    const rejects = await admin.call('list-index-rejects', { query: { index_id } });
    expect(rejects.items).toEqual([
      { line: 8, reason: 'The vector in "embedding" has 2 numbers instead of 8.' },
    ]);
    const quality = () => admin.call('get-index-quality', { query: { index_id } });
    expect((await quality()).vectors).toMatchObject({ rows: 5, weight: 0, is_set: false });

    const [api_key, params] = [await firstKey(admin, index_id), { index_id }];
    const vector = Array.from({ length: 8 }, (_, i) => (i === 3 ? 2 : 0.1));
    const ask = (request: object) =>
      anonymous()('query-index', { params, body: { request }, apiKey: api_key });
    const { foundItems } = await ask({ vector, explain: true });
    // Of the row without a vector nothing is known.
    expect(foundItems).toHaveLength(5);
    expect(foundItems[0]).toMatchObject({ title: 'Golden eagle', explanation: { vector: 1 } });
    expect(foundItems[0]).not.toHaveProperty('embedding');
    await expectFailure(ask({ vector: vector.slice(1) }), 'InvalidRequest');
    await expectFailure(ask({ vector: [...vector, 1] }), 'InvalidRequest');

    const body = { org_id: admin.orgId, index: index_id, changes_rows: true };
    const { api_key: apiKey } = await admin.call('create-index-key', { body });
    const fish = { ...tuna, embedding: vector };
    const rows = { params, query: {}, body: { rows: [fish] }, apiKey };
    await anonymous()('upsert-rows', rows);
    const changed = await ask({ vector, maxNumItems: 1 });
    expect(changed.foundItems[0]).toMatchObject({ title: 'Tuna' });

    await admin.call('rebuild-index', { body: { index_id, vectorWeight: 0.75 } });
    await waitForRebuild(admin, await getIndex(admin, index_id));
    expect((await quality()).vectors).toMatchObject({ rows: 6, weight: 0.75, is_set: true });
    const both = await ask({ vector, conceptFeaturesString: 'whale', maxNumItems: 2 });
    expect(both.foundItems.map(({ title }) => title)).toContain('Tuna');
  });

  test('has rows and queries embedded by the model of the installation, and works without it', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'embedded.csv', animals);
    const preview = await admin.call('get-dataset-files', { query: { key } });
    expect(preview).toMatchObject({ embedder: { model: 'built-in-embedder' } });
    const roles = { id: 'metadata', title: 'metadata', text: 'index' } as const;
    const created = await createIndex(admin, 'Embedded', key, roles, '[]', {}, true);
    const { item_id: index_id } = created;
    expect(await waitForBuild(admin, index_id)).toMatchObject({ rows: 6, vector_dimensions: 64 });
    const quality = await admin.call('get-index-quality', { query: { index_id } });
    expect(quality.vectors).toMatchObject({ rows: 6 });
    const [apiKey, params] = [await firstKey(admin, index_id), { index_id }];
    const ask = (conceptFeaturesString: string) =>
      anonymous()('query-index', {
        params,
        body: { request: { conceptFeaturesString, explain: true } },
        apiKey,
      });
    const found = await ask('nectar of flowers');
    expect(found).not.toHaveProperty('vectorProblem');
    expect(found.foundItems[0]).toMatchObject({
      title: 'Honey bee',
      explanation: { vector: expect.any(Number) },
    });
    const containing = 'hares on cliffs';
    const times = { containing, times: 1 };
    await orderFault(origin(), 'openai:CreateEmbedding', 'server_error', times);
    const without = await ask(containing);
    expect(without.vectorProblem).toContain('no vector in time');
    expect(without.foundItems[0]).toMatchObject({ title: 'Golden eagle' });
    expect(without.foundItems[0]).not.toHaveProperty('explanation.vector');
    const ranked = await ask(containing);
    expect(ranked).not.toHaveProperty('vectorProblem');
    const [{ conceptScore: score }] = ranked.foundItems as [{ conceptScore: number }];
    expect(without.foundItems[0]).not.toMatchObject({ conceptScore: score });
    // What assistants, maps and files show is ranked like the page.
    const called = { name: 'search', arguments: { query: containing } };
    const message = { jsonrpc: '2.0' as const, id: 1, method: 'tools/call', params: called };
    const told = await anonymous()('call-mcp', { params, body: message, apiKey });
    const hits = expect.arrayContaining([expect.objectContaining({ score })]);
    expect(told).toMatchObject({ result: { structuredContent: { hits } } });
    const request = { conceptFeaturesString: containing, fields: ['title'] };
    const map = await anonymous()('map-hits', { params, body: { request }, apiKey });
    expect(map.foundItems[0]).toMatchObject({ conceptScore: score });
    const exported = { params, body: { format: 'jsonl' as const, request }, apiKey };
    const { export_id } = await anonymous()('create-search-export', exported);
    const file = await waitFor('an export', async () => {
      const of = { params: { ...params, export_id }, apiKey };
      return (await anonymous()('get-search-export', of)).download_url;
    });
    const [line] = (await (await fetch(file)).text()).split('\n');
    expect(JSON.parse(line!)).toMatchObject({ conceptScore: score });

    const body = { org_id: admin.orgId, index: index_id, changes_rows: true };
    const changing = await admin.call('create-index-key', { body });
    const rows = { params, query: {}, body: { rows: [tuna] }, apiKey: changing.api_key };
    await anonymous()('upsert-rows', rows);
    expect((await ask('fast fish')).foundItems[0]).toMatchObject({
      title: 'Tuna',
      explanation: { vector: expect.any(Number) },
    });
  });

  test('reads a file of any name', async () => {
    const admin = await newAdmin();
    const start = 'a+b 100% größe 📈 ';
    const name = `${start}${'n'.repeat(limits.fileNameMaxBytes - 4 - Buffer.byteLength(start))}.csv`;
    const { item_id } = await createIndex(admin, 'A', await upload(admin, name, animals));
    const index = await waitForBuild(admin, item_id);
    expect(index).toMatchObject({ status: 'Active', rows: 6, dataset_name: name });
  });

  test('fails with a reason when its dataset is deleted between two steps', async () => {
    const admin = await newAdmin();
    // Only the last call of the first step contains the number of rows. It fails until the file is gone.
    const rows = 4321 + randomInt(40_000);
    const content = `id,title,text\n${'1,a,fish in the sea\n'.repeat(rows)}`;
    const key = await upload(admin, 'short-lived.csv', content);
    await orderFault(origin(), 'dynamodb:UpdateItem', 'InternalServerError', {
      containing: `{"N":"${rows}"}`,
      times: 6,
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

describe('synonyms of an index', () => {
  test('are set by an admin and apply to the next search, which explains them', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'a.csv', animals);
    const { item_id: index_id } = await createIndex(admin, 'A', key);
    await waitForBuild(admin, index_id);
    const params = { index_id };
    const [member, stranger] = await Promise.all([newMember(admin), newAdmin()]);
    expect(await member.call('list-index-synonyms', { params })).toEqual({ items: [] });
    const apiKey = await firstKey(admin, index_id);
    const find = async (conceptFeaturesString: string) => {
      const body = { request: { conceptFeaturesString, relevantOnly: true, explain: true } };
      return anonymous()('query-index', { params, body, apiKey });
    };
    expect((await find('leviathan')).synonyms).toBeUndefined();

    const items = ['leviathan => whale', 'bird = fowl'];
    const set = (who: Member, lines: string[]) =>
      who.call('update-index-synonyms', { params, body: { items: lines } });
    await expectFailure(set(member, items), 'Forbidden');
    await expectFailure(set(stranger, items), 'IndexNotFound');
    await expectFailure(stranger.call('list-index-synonyms', { params }), 'IndexNotFound');
    expect(await set(admin, items)).toEqual({ items });
    expect(await member.call('list-index-synonyms', { params })).toEqual({ items });
    const { foundItems, synonyms } = await find('leviathan');
    expect(synonyms).toEqual([{ word: 'leviathan', synonyms: ['whale'] }]);
    expect(foundItems[0]).toMatchObject({ title: 'Blue whale' });
    expect(foundItems[0]!.explanation!.terms[0]).toMatchObject({ synonymOf: 'leviathan' });

    const refused = set(admin, ['bird = fowl', 'bird, fowl']);
    await expectFailure(refused, 'InvalidRequest');
    await expect(refused).rejects.toThrow('Line 2, "bird, fowl", needs "=" or "=>"');
    const { items: trail } = await admin.call('list-audit', {
      query: { action: 'index.synonyms-changed' },
    });
    expect(trail).toMatchObject([{ object: { name: 'A' }, details: { lines: '2' } }]);
    // The next list replaces this one.
    await set(admin, []);
    expect((await find('leviathan')).synonyms).toBeUndefined();
  });

  test('of a catalogue are nobody’s to set', async () => {
    const admin = await newAdmin();
    const params = { index_id: 'us_patents' };
    expect(await admin.call('list-index-synonyms', { params })).toEqual({ items: [] });
    const set = admin.call('update-index-synonyms', { params, body: { items: ['a = b'] } });
    await expectFailure(set, 'IndexNotFound');
  });
});

describe('get-index-quality', () => {
  const qualityOf = (admin: Member, index_id: string) =>
    admin.call('get-index-quality', { query: { index_id } });

  test('returns the measurements of the build', async () => {
    const quality = await qualityOf(await newAdmin(), 'us_patents');
    expect(quality).toMatchObject({
      rejects: 0,
      languages: ['en'],
      dimensions: expect.any(Number),
    });
    expect(quality.rows).toBeGreaterThan(100);
    expect(quality.half_documents).toBeGreaterThan(0);
    expect(quality.mixed_ndcg).toBeGreaterThan(0);
    expect(quality.nearest!.recall).toBeGreaterThan(0.9);
    expect(quality.build_seconds).toBeGreaterThanOrEqual(0);
  });

  test('counts rejected rows, and has no measurement for six rows', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'a.csv', `${animals}w7,,\n`);
    const { item_id } = await createIndex(admin, 'A', key);
    await waitForBuild(admin, item_id);
    const quality = await qualityOf(admin, item_id);
    expect(quality).toMatchObject({ rows: 6, rejects: 1, half_documents: 0 });
  });

  test('does not exist for a foreign index or one that was never published', async () => {
    const [admin, other] = [await newAdmin(), await newAdmin()];
    const key = await upload(other, 'a.csv', 'id,title,text\n');
    const { item_id } = await createIndex(other, 'A', key);
    await expectFailure(qualityOf(admin, item_id), 'IndexNotFound');
    await waitForBuild(other, item_id);
    await expectFailure(qualityOf(other, item_id), 'IndexNotReady');
  });
});

interface ListOptions {
  sort?: 'name' | 'date' | 'updated' | 'status' | 'author';
  order?: 'ascending' | 'descending';
  prefix?: string;
  limit?: number;
  cursor?: string | undefined;
}

const catalogs = ['Patents', 'Wikipedia', 'Arxiv'];

/** Names of the indexes, page by page. */
async function listPages({ call }: Member, options: ListOptions): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await call('list-indexes', { query: { ...options, cursor } });
    pages.push(page.items.map(({ name }) => name));
    cursor = page.next;
  } while (cursor);
  return pages;
}

describe('list-indexes', () => {
  test('gives the own ones, newest first, and the catalogues last, in pages of one size', async () => {
    const admin = await newAdmin();
    const key = await upload(admin, 'animals.csv', animals);
    for (const name of ['A', 'B', 'C']) await createIndex(admin, name, key);
    const all = ['C', 'B', 'A', ...catalogs];
    for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
      const pages = await listPages(admin, { limit });
      expect(pages.flat(), `pages of ${limit}`).toEqual(all);
      expect(pages, `pages of ${limit}`).toHaveLength(Math.ceil(all.length / limit));
    }
    const { items } = await admin.call('list-indexes', { query: {} });
    expect(items.at(-1)).toMatchObject({ author: 'Admin', status: 'Active', builtin: true });
  });

  describe('sorts', () => {
    const day = (date: number) => new Date(Date.UTC(2026, 0, date));
    let admin: Member;
    beforeAll(async () => {
      admin = await newAdmin();
      const put = (name: string, options: IndexOptions) => putIndex(admin.orgId, name, options);
      await put('beta', { author: 'Zoe', updatedAt: day(3), status: 'Failed' });
      await put('Delta', { author: 'ann', updatedAt: day(2) });
      await put('alpha', { author: 'Ann B', updatedAt: day(2) });
      await put('Gamma', { author: 'Ann', updatedAt: day(1), status: 'Processing' });
      await put('eta', { author: 'Ann', updatedAt: day(4), status: 'Failed' });
    });

    test.each([
      ['name', ['alpha', 'beta', 'Delta', 'eta', 'Gamma']],
      ['date', ['beta', 'Delta', 'alpha', 'Gamma', 'eta']],
      ['updated', ['Gamma', 'alpha', 'Delta', 'beta', 'eta']],
      ['status', ['alpha', 'Delta', 'beta', 'eta', 'Gamma']],
      ['author', ['Delta', 'eta', 'Gamma', 'alpha', 'beta']],
    ] as const)('by %s, what is equal by name, either way', async (sort, ascending) => {
      for (const limit of [1, 2, 3, 5, 8]) {
        const up = await listPages(admin, { sort, order: 'ascending', limit });
        expect(up.flat(), `pages of ${limit}`).toEqual([...ascending, ...catalogs]);
        const down = await listPages(admin, { sort, order: 'descending', limit });
        expect(down.flat(), `pages of ${limit}`).toEqual([...ascending.toReversed(), ...catalogs]);
      }
    });

    test('dates descending and all others ascending by default', async () => {
      const first = async (sort: ListOptions['sort']) => (await listPages(admin, { sort }))[0]![0];
      expect(
        await Promise.all([undefined, 'date', 'updated'].map((sort) => first(sort as 'date'))),
      ).toEqual(['eta', 'eta', 'eta']);
      expect([await first('name'), await first('status'), await first('author')]).toEqual([
        'alpha',
        'alpha',
        'Delta',
      ]);
    });

    test('and finds names by prefix, including catalogues', async () => {
      expect(await listPages(admin, { prefix: 'A', limit: 1 })).toEqual([['alpha'], ['Arxiv']]);
      expect(await listPages(admin, { prefix: 'et', sort: 'date' })).toEqual([['eta']]);
      expect(await listPages(admin, { prefix: 'ta' })).toEqual([[]]);
    });

    test('and refuses a cursor of another order', async () => {
      const orders: ListOptions[] = [];
      for (const sort of ['name', 'date', 'updated', 'status', 'author'] as const) {
        orders.push({ sort, order: 'ascending' }, { sort, order: 'descending' });
      }
      for (const order of orders) {
        const { next } = await admin.call('list-indexes', { query: { ...order, limit: 2 } });
        const others = orders.filter((other) => other !== order);
        await Promise.all(
          others.map((other) =>
            expectFailure(
              admin.call('list-indexes', { query: { ...other, cursor: next } }),
              'InvalidRequest',
            ),
          ),
        );
      }
    });
  });

  test('moves an index when its build succeeds, fails, or starts again', async () => {
    const admin = await newAdmin();
    const good = await createIndex(admin, 'Good', await upload(admin, 'good.csv', animals));
    const bad = await createIndex(admin, 'Bad', await upload(admin, 'bad.csv', 'id,title,text\n'));
    for (const { item_id } of [good, bad]) await waitForBuild(admin, item_id);
    await putIndex(admin.orgId, 'Early', { updatedAt: new Date(0), status: 'Processing' });
    const byStatus = () => listPages(admin, { sort: 'status' });
    expect(await byStatus()).toEqual([['Good', 'Bad', 'Early', ...catalogs]]);
    const [updated] = await listPages(admin, { sort: 'updated' });
    expect(updated!.slice(0, 2).toSorted()).toEqual(['Bad', 'Good']);
    await admin.call('rebuild-index', { body: { index_id: bad.item_id } });
    await waitForBuild(admin, bad.item_id);
    expect((await listPages(admin, { sort: 'updated' }))[0]![0]).toBe('Bad');
    expect(await byStatus()).toEqual([['Good', 'Bad', 'Early', ...catalogs]]);
  });

  test('continues where the previous page ended, even after new indexes', async () => {
    const admin = await newAdmin();
    for (const name of ['B', 'D', 'F']) await putIndex(admin.orgId, name, { author: name });
    const query = { sort: 'author', limit: 2 } as const;
    const first = await admin.call('list-indexes', { query });
    for (const name of ['A', 'E']) await putIndex(admin.orgId, name, { author: name });
    const second = await admin.call('list-indexes', { query: { ...query, cursor: first.next } });
    const names = [...first.items, ...second.items].map(({ name }) => name);
    expect(names).toEqual(['B', 'D', 'E', 'F']);
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
