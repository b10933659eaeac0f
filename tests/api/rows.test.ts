import { describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import {
  animals,
  createIndex,
  firstKey,
  getIndex,
  upload,
  waitForBuild,
  waitForRebuild,
} from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, newMember, origin } from './support/people.ts';

/** An index of animals, and a key that may change its rows. */
async function changeable() {
  const admin = await newAdmin();
  const dataset = await upload(admin, 'animals.csv', animals);
  const { item_id } = await createIndex(admin, 'Fauna', dataset);
  const index = await waitForBuild(admin, item_id);
  const body = { org_id: admin.orgId, index: item_id, changes_rows: true };
  const { api_key: apiKey } = await admin.call('create-index-key', { body });
  const params = { index_id: item_id };
  const call = anonymous();
  return {
    admin,
    index,
    params,
    apiKey,
    upsert: (...rows: Record<string, string | number | null | string[]>[]) =>
      call('upsert-rows', { params, query: {}, body: { rows }, apiKey }),
    update: (...rows: Record<string, string>[]) =>
      call('update-rows', { params, query: {}, body: { rows }, apiKey }),
    remove: (...keys: string[]) =>
      call('delete-rows', { params, query: {}, body: { keys }, apiKey }),
    async titles(conceptFeaturesString: string) {
      const request = { conceptFeaturesString, relevantOnly: true };
      const { foundItems } = await call('query-index', { params, body: { request }, apiKey });
      return foundItems.map(({ title }) => title);
    },
    /** All rows by id. */
    async rows() {
      const request = { sort: 'rows' as const };
      const found = await call('query-index', { params, body: { request }, apiKey });
      expect(found.foundItems).toHaveLength(found.totalFoundItems);
      return Object.fromEntries(found.foundItems.map(({ id, title }) => [id, title]));
    },
  };
}

const penguin = { id: 'w7', title: 'Penguin', text: 'Penguins dive for krill around Antarctica.' };
const sparrow = { id: 'W5', title: 'Sparrow', text: 'Sparrows pick seeds in towns.' };

test('rows that are added, replaced and deleted are found so at once, and by the next build', async () => {
  const { admin, index, upsert, update, remove, titles, rows } = await changeable();
  const added = await upsert(penguin);
  expect(added).toMatchObject({ removed: 0, rows: 7 });
  expect(await titles('krill')).toEqual(['Penguin']);
  // The key is compared without regard to case.
  const replaced = await upsert(sparrow);
  expect(replaced).toMatchObject({ removed: 1, rows: 7 });
  expect(replaced.version).not.toBe(added.version);
  expect(await titles('packs of wolves in the forest')).not.toContain('Grey wolf');
  expect(await titles('sparrows')).toEqual(['Sparrow']);
  expect(await remove('w1', 'w7', 'unknown')).toMatchObject({ removed: 2, rows: 5 });
  expect(await titles('krill')).toEqual([]);
  await expectFailure(update({ id: 'w7', title: 'King penguin' }), 'InvalidRequest');
  // A row that was deleted can come back. The text of one stays while its title changes.
  await upsert(penguin);
  await update({ id: 'W7', title: 'King penguin' });
  expect(await titles('krill')).toEqual(['King penguin']);
  const wanted = {
    w2: 'Dolphin',
    w3: 'Golden eagle',
    w4: 'Honey bee',
    w6: 'Salmon',
    W5: 'Sparrow',
    w7: 'King penguin',
  };
  expect(await rows()).toEqual(wanted);
  expect((await getIndex(admin, index.item_id)).rows).toBe(6);
  const quality = () => admin.call('get-index-quality', { query: { index_id: index.item_id } });
  expect((await quality()).changes).toMatchObject({ added: 2, removed: 2 });
  const rebuild = async () => {
    const started = await admin.call('rebuild-index', { body: { index_id: index.item_id } });
    const { failure, rows } = await waitForRebuild(admin, started);
    expect([failure, rows]).toEqual([undefined, 6]);
  };
  await rebuild();
  expect(await rows()).toEqual(wanted);
  expect(await titles('krill')).toEqual(['King penguin']);
  expect((await quality()).changes).toBeUndefined();
  // The file is as it was, and still no build forgets what was changed.
  await rebuild();
  expect(await rows()).toEqual(wanted);
  // Changes go on from the new build.
  await remove('W2');
  const { w2: _, ...others } = wanted;
  expect(await rows()).toEqual(others);
});

test('what changes while a build runs is found then, and in the index that was built', async () => {
  const { admin, index, upsert, remove, rows } = await changeable();
  await upsert(penguin);
  const body = { index_id: index.item_id };
  const started = await admin.call('rebuild-index', { body });
  const wanted: Record<string, string> = { ...(await rows()) };
  const change = async () => {
    await untilTaken(() => remove('w1'));
    delete wanted.w1;
    for (let n = 0; n < 8; n++) {
      const [id, title] = [`n${n % 5}`, `Penguin ${n}`];
      await untilTaken(() => upsert({ ...penguin, id, title }));
      wanted[id] = title;
      expect((await rows())[id]).toBe(title);
    }
  };
  const [built] = await Promise.all([waitForRebuild(admin, started), change()]);
  expect(built.failure).toBeUndefined();
  expect(await rows()).toEqual(wanted);
  expect((await getIndex(admin, index.item_id)).rows).toBe(Object.keys(wanted).length);
  // Nothing says which rows of another file are meant.
  const other = await upload(admin, 'others.csv', animals);
  const again = await admin.call('rebuild-index', {
    body: { ...body, dataset: { value: other, label: other } },
  });
  await expectFailure(upsert(penguin), 'IndexBuilding');
  await waitForRebuild(admin, again);
  expect(Object.keys(await rows())).toHaveLength(6);
});

/** A change that waits for the moments in which a build is published. */
async function untilTaken(change: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const failure = await change().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!failure) return;
    expect(failure).toMatchObject({ code: 'Busy' });
  }
}

test('a list goes on in the version in which it was begun', async () => {
  const { upsert, remove, params, apiKey } = await changeable();
  const page = async (after?: string) => {
    const request = { sort: 'rows' as const, maxNumItems: 3, after };
    const found = await anonymous()('query-index', { params, body: { request }, apiKey });
    return { ids: found.foundItems.map(({ id }) => id), next: found.next };
  };
  const built = await page();
  await upsert(penguin);
  const changed = await page();
  await remove('w4', 'w5', 'w7');
  expect((await page(built.next)).ids).toEqual(['w4', 'w5', 'w6']);
  const second = await page(changed.next);
  expect(second.ids).toEqual(['w4', 'w5', 'w6']);
  expect((await page(second.next)).ids).toEqual(['w7']);
  const now = await page();
  expect(now.ids).toEqual(['w1', 'w2', 'w3']);
  expect((await page(now.next)).ids).toEqual(['w6']);
  const gone = `chg_${'0'.repeat(20)}.${changed.next!.split('.')[1]}`;
  const failure = await expectFailure(page(gone), 'InvalidRequest');
  expect(failure.message).toMatch(/Begin again/);
});

test('batches of several callers are all there, and JSON lines are taken', async () => {
  const { upsert, rows, params, apiKey } = await changeable();
  const batches = Array.from({ length: 6 }, (_, b) =>
    [0, 1].map((i) => ({ ...penguin, id: `n${b}-${i}`, title: `Penguin ${b} ${i}` })),
  );
  await Promise.all(batches.map((batch) => upsert(...batch)));
  const lines = `{"id":12,"title":["Emu","Rhea"],"text":"Emus run."}\n\n{"id":"13","title":null,"text":"Rheas run."}\n`;
  const answer = await fetch(`${origin()}/api/v1/indexes/${params.index_id}/rows?key=id`, {
    method: 'PUT',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/x-ndjson' },
    body: lines,
  });
  expect(await answer.json()).toMatchObject({ removed: 0, rows: 20 });
  const all = await rows();
  for (const { id, title } of batches.flat()) expect(all[id]).toBe(title);
  expect(all).toMatchObject({ 12: 'Emu; Rhea', 13: '' });
});

describe('refuses', async () => {
  const refused = async (rows: Record<string, string>[], message: RegExp) => {
    const { upsert } = await ready;
    const failure = await expectFailure(upsert(...rows), 'InvalidRequest');
    expect(failure.message).toMatch(message);
  };
  const ready = changeable();

  test('rows that cannot be found', async () => {
    const { rows } = await ready;
    const before = await rows();
    await refused([{ ...penguin, wings: '2' }], /Row 0 has "wings"/);
    await refused([penguin, { title: 'Emu', text: 'Emus run.' }], /Row 1 has no value in "id"/);
    await refused([penguin, { id: 'w9' }], /no text/);
    await refused([], /rows: Too small/);
    const long = 'penguin '.repeat(limits.changeBytesMax / 8);
    await refused([{ ...penguin, text: `${long}!` }], /Send them in parts/);
    expect(await rows()).toEqual(before);
  });

  test('keys that may only search, and rows of catalogues', async () => {
    const { admin, params } = await ready;
    const [searching, member] = [await firstKey(admin, params.index_id), await newMember(admin)];
    const change = (apiKey: string, index_id = params.index_id) =>
      anonymous()('delete-rows', {
        params: { index_id },
        query: {},
        body: { keys: ['w1'] },
        apiKey,
      });
    await expectFailure(change(searching), 'KeyMayNotChangeRows');
    await expectFailure(change('ak_wrong'), 'InvalidApiKey');
    const grant = (by: Member, index: string) =>
      by.call('create-index-key', { body: { org_id: by.orgId, index, changes_rows: true } });
    await expectFailure(grant(member, params.index_id), 'Forbidden');
    await expectFailure(grant(admin, 'arxiv'), 'Forbidden');
    const keys = await admin.call('list-index-keys', { query: {} });
    const rights = keys[params.index_id]!.map(({ changes_rows }) => changes_rows);
    expect(rights).toEqual([undefined, true]);
  });
});
