import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
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

describe('a restricted key', () => {
  const make = (admin: Member, restrictions: KeyRestrictions, name?: string) =>
    admin.call('create-index-key', {
      body: { org_id: admin.orgId, index: 'arxiv', name, restrictions },
    });
  const ask = async (key: string, headers: Record<string, string> = {}, call = 'query') => {
    const answer = await fetch(`${origin()}/api/v1/indexes/arxiv/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
      body: JSON.stringify({
        request: call === 'query' ? { conceptFeaturesString: 'galaxies' } : { query: 'galaxies' },
      }),
    });
    const { errors } = (await answer.json()) as { errors?: { code: string }[] };
    const code = errors?.[0]?.code;
    return { status: answer.status, code, header: (name: string) => answer.headers.get(name) };
  };

  test('has a name, and says in the list what narrows it; unknown restrictions are refused', async () => {
    const admin = await newAdmin();
    const restrictions = { uses: ['search'], queries_per_day: 5 } satisfies KeyRestrictions;
    const { api_key: _, ...made } = await make(admin, restrictions, 'Shop');
    expect(made).toMatchObject({ name: 'Shop', restrictions });
    expect(await keysOf(admin)).toMatchObject([{}, made]);
    const misspelt = { origin: ['https://shop.example'] } as KeyRestrictions;
    const failure = await expectFailure(make(admin, misspelt), 'InvalidRequest');
    expect(failure.message).toContain('did you mean origins?');
    const misplaced = { org_id: admin.orgId, index: 'arxiv', uses: ['search'] };
    const call = admin.call('create-index-key', { body: misplaced });
    await expectFailure(call, 'InvalidRequest');
    const addresses = Array.from({ length: 50 }, (_, i) => `2001:db8:${'0:'.repeat(5)}${i}`);
    const origins = Array.from({ length: 20 }, (_, i) => `https://${'a'.repeat(280)}${i}`);
    expect((await make(admin, { addresses })).restrictions).toEqual({ addresses });
    await expectFailure(make(admin, { addresses, origins: [...origins, 'x'] }), 'InvalidRequest');
  });

  test('is used for what it is for, from its pages and addresses', async () => {
    const admin = await newAdmin();
    const page = 'https://shop.example';
    const { api_key } = await make(admin, {
      uses: ['search'],
      origins: [page, 'https://*.shop.example'],
      addresses: ['127.0.0.0/8', '::1'],
    });
    const shown = await ask(api_key, { origin: page });
    expect(shown.status).toBe(200);
    expect(shown.header('access-control-allow-origin')).toBe(page);
    const other = await ask(api_key, { origin: page }, 'dictionary');
    expect(other).toMatchObject({ status: 403, code: 'KeyRestricted' });
    // The page reads why.
    expect(other.header('access-control-allow-origin')).toBe(page);
    expect((await ask(api_key, { referer: `${page}/search?q=1` })).status).toBe(200);
    expect((await ask(api_key, { origin: 'https://www.shop.example' })).status).toBe(200);
    for (const strange of ['https://shop.example.evil', 'https://evilshop.example', 'null']) {
      const refused = await ask(api_key, { origin: strange });
      expect(refused, strange).toMatchObject({ status: 403, code: 'KeyRestricted' });
      expect(refused.header('access-control-allow-origin')).toBe(strange);
    }
    expect((await ask('ak_none', { origin: page })).header('access-control-allow-origin')).toBe(
      page,
    );
    expect((await ask(api_key)).code).toBe('KeyRestricted');
    const elsewhere = await make(admin, { addresses: ['192.0.2.0/24', '2001:db8::/32'] });
    expect((await ask(elsewhere.api_key)).code).toBe('KeyRestricted');
    // A key without pages answers programs, and shows browsers nothing of the index.
    const [plain] = await keysOf(admin);
    const open = await ask(plain!.api_key, { origin: page });
    expect(open.status).toBe(200);
    expect(open.header('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(`${origin()}/api/v1/indexes/arxiv/query`, {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-api-key');
    const internal = await fetch(`${origin()}/api/index`, {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'POST' },
    });
    expect(internal.status).toBe(405);
  });

  test('has a pace and a day’s budget of its own, which refused requests do not use up', async () => {
    const admin = await newAdmin();
    const daily = await make(admin, { queries_per_day: 2 });
    const first = await ask(daily.api_key);
    expect(first.header('ratelimit')).toContain('"key-day";r=1;');
    await expectFailure(
      anonymous()('query-index', {
        params: { index_id: 'arxiv' },
        body: {
          request: {
            conceptFeaturesString: 'a',
            filters: [{ column: 'no', operator: '=', value: 'x' }],
          },
        },
        apiKey: daily.api_key,
      }),
      'InvalidRequest',
    );
    const both = await Promise.all([ask(daily.api_key), ask(daily.api_key)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429]);
    const used = await ask(daily.api_key);
    expect(used).toMatchObject({ status: 429, code: 'QuotaExceeded' });
    const slow = await make(admin, { queries_per_second: 1 });
    // Ten at once and one more a second: a slow machine takes less than thirty seconds for all of them.
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(slow.api_key)));
    const refused = answers.filter(({ code }) => code === 'RateLimited');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(30);
    // Calls that began later may have been counted before.
    expect(refused[0]!.header('retry-after')).toMatch(/^[12]$/);
    // Others of the index go on.
    const [plain] = await keysOf(admin);
    expect((await ask(plain!.api_key)).status).toBe(200);
  });

  test('ends when it expires, and is still listed', async () => {
    const admin = await newAdmin();
    const over = await make(admin, { expires_at: new Date(Date.now() - 1000).toISOString() });
    await expectFailure(query(over.api_key), 'InvalidApiKey');
    const later = await make(admin, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    await query(later.api_key);
    expect(await keysOf(admin)).toMatchObject([{}, over, { id: later.id }]);
  });

  test('is rotated: both texts are answered during the overlap, with the same restrictions', async () => {
    const admin = await newAdmin();
    const key = await make(admin, { uses: ['search'] });
    const rotate = (overlap_hours?: number) =>
      admin.call('rotate-index-key', {
        body: { org_id: admin.orgId, index: 'arxiv', api_key_id: key.id, overlap_hours },
      });
    await query(key.api_key);
    const next = await rotate();
    expect(next.id).toBe(key.id);
    expect(next.restrictions).toEqual(key.restrictions);
    for (const text of [key.api_key, next.api_key]) {
      await query(text);
      expect((await ask(text, {}, 'dictionary')).code).toBe('KeyRestricted');
    }
    const [, listed] = await keysOf(admin);
    expect(listed).toMatchObject({
      id: key.id,
      last_used_date: expect.any(String),
      previous: { valid_until: expect.any(String), last_used_date: expect.any(String) },
    });
    // The text before the last one ends at once, and without an overlap so does that.
    const third = await rotate(0);
    await expectFailure(query(key.api_key), 'InvalidApiKey');
    await expectFailure(query(next.api_key), 'InvalidApiKey');
    await query(third.api_key);
    const fourth = await rotate(1);
    await remove(admin, key.id);
    for (const text of [third.api_key, fourth.api_key]) {
      await expectFailure(query(text), 'InvalidApiKey');
    }
    await expectFailure(rotate(), 'KeyNotFound');
  });
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
    const call = { body: {}, params: { index_id: 'arxiv' }, apiKey: key };
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
