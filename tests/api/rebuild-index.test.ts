import { expect, test } from 'vitest';
import type { ApiError } from '#shared/client.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { waitForMail } from './support/cognito.ts';
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
import { orderFault } from './support/order-fault.ts';
import { anonymous, type Member, newAdmin, newMember, origin } from './support/people.ts';
import { itemsOf, tableNamed } from './support/stores.ts';

const penguin = 'w7,Penguin,"Penguins are birds that dive for krill around Antarctica."\n';

async function activeIndex(name = 'Animals') {
  const admin = await newAdmin();
  const key = await upload(admin, 'animals.csv', animals);
  const index = await createIndex(admin, name, key);
  return { admin, key, index: await waitForBuild(admin, index.item_id) };
}

const rebuild = (member: Member, index_id: string, change: object = {}) =>
  member.call('rebuild-index', { body: { index_id, ...change } });

async function titles(member: Member, index_id: string, conceptFeaturesString: string) {
  const { foundItems } = await anonymous()('query-index', {
    params: { index_id },
    body: { request: { conceptFeaturesString } },
    apiKey: await firstKey(member, index_id),
  });
  return foundItems.map((item) => item.title);
}

test('a new version of the dataset replaces the old one without a gap', async () => {
  const { admin, index } = await activeIndex();
  await upload(admin, 'animals.csv', animals + penguin);
  const started = await rebuild(admin, index.item_id);
  // The first step may have begun before the answer.
  const stage = expect.stringMatching(/^(queued|planning|training)$/);
  expect(started).toMatchObject({ status: 'Active', rows: 6, progress: { stage } });
  // The published version answers during the whole build.
  let current = started;
  while (current.progress.stage !== 'done') {
    expect(await titles(admin, index.item_id, 'whale')).toContain('Blue whale');
    current = await getIndex(admin, index.item_id);
    expect(current).toMatchObject({ status: 'Active' });
    expect(current.failure).toBeUndefined();
  }
  expect(current).toMatchObject({ rows: 7, version: '1.0' });
  expect(await titles(admin, index.item_id, 'krill')).toEqual(['Penguin']);
});

test('three indexes of an organization are built at a time, and the others come after them', async () => {
  const admin = await newAdmin();
  const key = await upload(admin, 'animals.csv', animals);
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  for (const name of names) await createIndex(admin, name, key);
  const states = await waitFor('six builds', async () => {
    const { items } = await admin.call('list-indexes', { query: { org_id: admin.orgId } });
    const own = items.filter(({ builtin }) => !builtin);
    const running = own.filter(
      ({ status, progress }) => status === 'Processing' && progress.stage !== 'queued',
    );
    expect(running.length).toBeLessThanOrEqual(3);
    return own.every(({ status }) => status !== 'Processing') && own.map(({ status }) => status);
  });
  expect(states).toEqual(names.map(() => 'Active'));
});

test('an index that an admin deletes is gone with its keys, and its name is free', async () => {
  const { admin, key, index } = await activeIndex();
  const params = { index_id: index.item_id };
  const [member, stranger] = await Promise.all([newMember(admin), newAdmin()]);
  await expectFailure(member.call('delete-index', { params }), 'Forbidden');
  await expectFailure(stranger.call('delete-index', { params }), 'IndexNotFound');
  const apiKey = await firstKey(admin, index.item_id);
  await admin.call('update-index-synonyms', { params, body: { items: ['whale = leviathan'] } });
  await admin.call('delete-index', { params });
  const kept = (await itemsOf(tableNamed('Indexes'))).filter(
    ({ pk }) => pk === `INDEX#${index.item_id}`,
  );
  expect(kept.filter(({ sk }) => !String(sk).startsWith('SUPERSEDED#'))).toEqual([]);
  await expectFailure(admin.call('delete-index', { params }), 'IndexNotFound');
  const search = { params, body: { request: { conceptFeaturesString: 'whale' } }, apiKey };
  await expectFailure(anonymous()('query-index', search), 'InvalidApiKey');
  const listed = await admin.call('list-indexes', { query: {} });
  expect(listed.items.map(({ item_id }) => item_id)).not.toContain(index.item_id);
  const { items } = await admin.call('list-audit', { query: { action: 'index.deleted' } });
  expect(items.map(({ object }) => object.name)).toEqual(['Animals']);
  expect((await createIndex(admin, 'Animals', key)).item_id).not.toBe(index.item_id);
});

test('another dataset with other columns can be chosen', async () => {
  const { admin, index } = await activeIndex();
  const other = await upload(admin, 'plants.csv', 'name,body\nOak,Oaks are trees with acorns\n');
  const columnsRole = { name: 'metadata', body: 'index' } as const;
  const columnsData = '[["name","Oak"],["body","Oaks are trees with acorns"]]';
  const started = await rebuild(admin, index.item_id, {
    dataset: { value: other, label: 'plants.csv' },
    columnsRole,
    columnsUse: { name: 'title' },
    columnsData,
  });
  // Until the publication the page shows the serving version.
  expect(started).toMatchObject({ dataset_name: 'animals.csv', columns_role: index.columns_role });
  expect(await waitForRebuild(admin, index)).toMatchObject({
    dataset_name: 'plants.csv',
    columns_role: columnsRole,
    columns_use: { name: 'title' },
    columns_data: columnsData,
    rows: 1,
  });
});

test('the payload of the creation rebuilds the index of that name', async () => {
  const { admin, key, index } = await activeIndex();
  await upload(admin, 'animals.csv', animals + penguin);
  const payload = {
    name: 'animals',
    orgId: admin.orgId,
    userId: admin.authUserId,
    email: admin.email,
    columnsRole: index.columns_role,
    columnsData: '[["id"],["title"],["text"]]',
    datasetSize: 1,
    dataset: { value: key, label: 'animals.csv' },
    status: 'Processing' as const,
  };
  const other = await newAdmin();
  const put = (body: object) => admin.call('rebuild-index', { body: { ...payload, ...body } });
  await expectFailure(put({ userId: other.authUserId }), 'Forbidden');
  await expectFailure(put({ name: 'Plants' }), 'IndexNotFound');
  await expectFailure(put({ name: 'Plants', index_id: index.item_id }), 'IndexNotFound');
  expect(await put({})).toMatchObject({ item_id: index.item_id });
  expect(await waitForRebuild(admin, index)).toMatchObject({ rows: 7 });
});

test('a failed rebuild keeps the published version, shows its reason, and can be repeated', async () => {
  const { admin, index } = await activeIndex();
  await upload(admin, 'animals.csv', 'id,title\n1,no text\n');
  await rebuild(admin, index.item_id);
  const failed = await waitForRebuild(admin, index);
  expect(failed).toMatchObject({ status: 'Active', rows: 6 });
  expect(failed.failure).toMatch(/"text" is not in the file/);
  expect(await titles(admin, index.item_id, 'whale')).toContain('Blue whale');
  await waitForMail(origin(), admin.email, /Animals could not be built/);
  await upload(admin, 'animals.csv', animals + penguin);
  const again = await rebuild(admin, index.item_id);
  expect(again.failure).toBeUndefined();
  expect(await waitForRebuild(admin, again)).toMatchObject({ rows: 7 });
});

test('an index whose first build failed is built once its file is right', async () => {
  const admin = await newAdmin();
  const key = await upload(admin, 'animals.csv', 'only one column\n');
  const { item_id } = await createIndex(admin, 'Animals', key);
  expect(await waitForBuild(admin, item_id)).toMatchObject({ status: 'Failed' });
  await upload(admin, 'animals.csv', animals);
  expect(await rebuild(admin, item_id)).toMatchObject({ status: 'Processing' });
  expect(await waitForBuild(admin, item_id)).toMatchObject({ status: 'Active', rows: 6 });
});

test('a build can be cancelled: the published version serves on, and the next build is another one', async () => {
  const { admin, index } = await activeIndex();
  const { item_id: index_id } = index;
  const cancel = () => admin.call('cancel-build', { body: { index_id } });
  await expectFailure(cancel(), 'IndexNotBuilding');
  await upload(admin, 'animals.csv', animals + penguin);
  await rebuild(admin, index_id);
  expect(await cancel()).toMatchObject({
    status: 'Active',
    rows: 6,
    failure: 'The build was stopped.',
  });
  await expectFailure(cancel(), 'IndexNotBuilding');
  expect(await titles(admin, index_id, 'krill')).toEqual([]);
  const again = await rebuild(admin, index_id);
  expect(again.failure).toBeUndefined();
  const rebuilt = await waitForRebuild(admin, again);
  expect(rebuilt).toMatchObject({ rows: 7 });
  expect(rebuilt.failure).toBeUndefined();
});

test('only one build runs at a time under concurrent requests', async () => {
  const { admin, index } = await activeIndex();
  // A build that cannot begin stays due. A quick one could end before the last request arrives.
  await orderFault(origin(), 'states:StartExecution', 'AccessDeniedException', {
    containing: index.item_id,
    times: 1,
  });
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => rebuild(admin, index.item_id)),
  );
  const codes = answers.map((answer) =>
    answer.status === 'fulfilled' ? 'built' : (answer.reason as ApiError).code,
  );
  expect(codes.toSorted()).toEqual([...Array(3).fill('IndexBuilding'), 'built']);
  await admin.call('cancel-build', { body: { index_id: index.item_id } });
  await waitForRebuild(admin, await rebuild(admin, index.item_id));
});

test('only members of its organization rebuild an index, and nobody rebuilds a catalogue', async () => {
  const { admin, index } = await activeIndex();
  const other = await newAdmin();
  const foreign = await upload(other, 'other.csv', animals);
  await expectFailure(rebuild(other, index.item_id), 'IndexNotFound');
  await expectFailure(rebuild(admin, 'us_patents'), 'IndexNotFound');
  await expectFailure(rebuild(admin, index.item_id, { orgId: other.orgId }), 'NotFound');
  const dataset = { value: foreign, label: 'other.csv' };
  await expectFailure(rebuild(admin, index.item_id, { dataset }), 'DatasetNotFound');
  const roles = { columnsRole: { id: 'metadata' }, columnsData: '[]' };
  await expectFailure(rebuild(admin, index.item_id, roles), 'ColumnsInvalid');
  await expectFailure(
    rebuild(admin, index.item_id, { columnsRole: { id: 'index' } }),
    'InvalidRequest',
  );
  const two = { columnsUse: { id: 'title', title: 'title' } };
  await expectFailure(rebuild(admin, index.item_id, two), 'InvalidRequest');
});
