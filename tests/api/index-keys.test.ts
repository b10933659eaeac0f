import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin } from './support/people.ts';

const add = (member: Member, index = 'arxiv', orgId = member.orgId) =>
  member.call('create-index-key', { body: { org_id: orgId, index } });

const remove = (member: Member, id: string, index = 'arxiv') =>
  member.call('delete-index-key', { body: { org_id: member.orgId, index, api_key_id: id } });

const keysOf = async (member: Member, index = 'arxiv') =>
  (await member.call('list-index-keys', { query: {} }))[index] ?? [];

const query = (apiKey: string, index = 'arxiv') =>
  anonymous()('query-index', {
    params: { index_id: index },
    body: { request: { conceptFeaturesString: 'galaxies' } },
    apiKey,
  });

test('an index has at most 10 keys under concurrent requests', async () => {
  const admin = await newAdmin();
  await Promise.allSettled(Array.from({ length: 14 }, () => add(admin)));
  expect(await keysOf(admin)).toHaveLength(limits.apiKeysPerIndex);
  const failure = await expectFailure(add(admin), 'KeyLimitReached');
  expect(failure.message).toBe('Maximum 10 API keys are allowed');
});

test('an index keeps its last key under concurrent deletions', async () => {
  const admin = await newAdmin();
  const second = await add(admin);
  const [first] = await keysOf(admin);
  await Promise.allSettled([remove(admin, first!.id), remove(admin, second.id)]);
  const left = await keysOf(admin);
  expect(left).toHaveLength(1);
  const failure = await expectFailure(remove(admin, left[0]!.id), 'LastKey');
  expect(failure.message).toBe(
    'Operation not allowed, please add another key before deleting this one',
  );
});

test('a key that is deleted in two windows at the same time is deleted once', async () => {
  const admin = await newAdmin();
  const key = await add(admin);
  await add(admin);
  const ends = await Promise.allSettled([remove(admin, key.id), remove(admin, key.id)]);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(refused).toEqual(['KeyNotFound']);
  expect(await keysOf(admin)).toHaveLength(2);
  // The counter was also changed once.
  await Promise.all(Array.from({ length: limits.apiKeysPerIndex - 2 }, () => add(admin)));
  await expectFailure(add(admin), 'KeyLimitReached');
});

test('a key works at once, for its index only, and stops at once', async () => {
  const admin = await newAdmin();
  const key = await add(admin);
  await query(key.api_key);
  await expectFailure(query(key.api_key, 'wikipedia'), 'InvalidApiKey');
  await remove(admin, key.id);
  await expectFailure(query(key.api_key), 'InvalidApiKey');
  await expectFailure(remove(admin, key.id), 'KeyNotFound');
});

test('google_patents is another name of the patents index', async () => {
  const admin = await newAdmin();
  const key = await add(admin, 'google_patents');
  expect((await keysOf(admin, 'us_patents')).map(({ id }) => id)).toContain(key.id);
  await query(key.api_key, 'us_patents');
  await remove(admin, key.id, 'google_patents');
  expect((await keysOf(admin, 'us_patents')).map(({ id }) => id)).not.toContain(key.id);
});

test('keys of other organizations can be neither created nor deleted', async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  const [foreign] = await keysOf(other);
  await add(other);
  await expectFailure(remove(admin, foreign!.id), 'KeyNotFound');
  await expectFailure(add(admin, 'arxiv', other.orgId), 'NotFound');
  await expectFailure(add(admin, 'idx_unknown'), 'IndexNotFound');
  await query(foreign!.api_key);
});
