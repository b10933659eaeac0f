import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { waitForMail } from './support/cognito.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, newMember, origin } from './support/people.ts';
import { setAttributes } from './support/stores.ts';

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

describe('the text of keys', () => {
  const masked = /^•{12}\w{4}$/;

  test('is for admins, whose look at it is noted and told by mail', async () => {
    const admin = await newAdmin();
    const [member, second] = [await newMember(admin), await newMember(admin, 'admin')];
    const made = await add(member);
    expect(made.api_key).toMatch(masked);
    const [known] = await keysOf(member);
    expect(known).toMatchObject({ api_key: expect.stringMatching(masked) });
    const { apis } = await member.call('get-organization', { query: {} });
    expect(apis.arxiv_api_keys.map(({ api_key }) => masked.test(api_key))).toEqual([true, true]);
    const one = { query: { key_id: made.id } };
    expect((await member.call('list-index-keys', one)).arxiv).toMatchObject([
      { api_key: expect.stringMatching(masked) },
    ]);
    // Pages ask like this, so that what is noted is what somebody wanted to see.
    const blind = { query: { masked: 'true' } } as const;
    expect((await admin.call('list-index-keys', blind)).arxiv).toMatchObject([known, {}]);
    await admin.call('get-organization', blind);
    const revealed = async () => {
      const { items } = await admin.call('list-audit', { query: { action: 'key.revealed' } });
      return items.map(({ object, person }) => [object.name, person.email]);
    };
    expect(await revealed()).toEqual([]);

    for (let look = 0; look < 2; look++) {
      const shown = await second.call('list-index-keys', one);
      expect(Object.keys(shown)).toEqual(['arxiv']);
      await query(shown.arxiv![0]!.api_key);
    }
    await waitForMail(origin(), second.email, /^A secret key of your organization was revealed$/);
    const other = await newAdmin();
    expect(await other.call('list-index-keys', one)).toEqual({});
    const whole = await admin.call('get-organization', { query: {} });
    await query(whole.apis.arxiv_api_keys[0]!.api_key);
    const looks = [made.id, made.id].map((name) => [name, second.email]);
    expect(await revealed()).toEqual([['All keys', admin.email], ...looks]);
  });
});

describe('the key that a page searches with', () => {
  const keyFor = async (member: Member, index_id = 'arxiv') =>
    (await member.call('create-search-key', { body: { index_id } })).api_key;
  const recordOf = (key: string): [string, string] => [
    `KEYHASH#${createHash('sha256').update(key).digest('hex')}`,
    'KEYHASH',
  ];

  test('searches its index, and opens nothing else', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const key = await keyFor(member);
    await query(key);
    const call = { params: { index_id: 'arxiv' }, apiKey: key };
    await anonymous()('warm-index', call);
    await expectFailure(query(key, 'wikipedia'), 'InvalidApiKey');
    await expectFailure(query(`${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`), 'InvalidApiKey');
    await expectFailure(keyFor(member, 'idx_unknown'), 'IndexNotFound');
    for (const headers of [
      new Headers({ 'x-api-key': key }),
      new Headers({ authorization: `Bearer ${key}` }),
    ]) {
      for (const path of ['index', 'indexes', 'indexes/similar?index_id=arxiv&column=id&value=1']) {
        const answer = await fetch(`${origin()}/api/${path}`, { headers });
        expect(answer.status, path).toBe(401);
      }
    }
    // It is not a key of the organization: it stands in no list and cannot be deleted.
    expect(await keysOf(admin)).toHaveLength(1);
    await query(await keyFor(member));
  });

  test('ends after an hour', async () => {
    const admin = await newAdmin();
    const { api_key: key, expires_at } = await admin.call('create-search-key', {
      body: { index_id: 'arxiv' },
    });
    const left = Date.parse(expires_at) - Date.now();
    expect(left).toBeLessThanOrEqual(limits.searchKeySeconds * 1000 + 600_000);
    await setAttributes('Indexes', recordOf(key), { expires_at: Math.floor(Date.now() / 1000) });
    await expectFailure(query(key), 'InvalidApiKey');
  });

  test('ends with the session', async () => {
    const admin = await newAdmin();
    const key = await keyFor(admin);
    await query(key);
    await admin.call('sign-out', { body: { everywhere: true } });
    await expectFailure(query(key), 'InvalidApiKey');
  });

  test('ends with the membership', async () => {
    const admin = await newAdmin();
    const member = await newMember(admin);
    const key = await keyFor(member);
    await query(key);
    await admin.call('remove-user', {
      body: { org_id: admin.orgId, auth_user_id: admin.authUserId, username: member.email },
    });
    await expectFailure(query(key), 'InvalidApiKey');
    // Also if the person is in another organization since.
    const elsewhere = await keyFor(admin);
    await setAttributes('Indexes', recordOf(elsewhere), { org_id: 'org_other' });
    await expectFailure(query(elsewhere), 'InvalidApiKey');
  });
});
