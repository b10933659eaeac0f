import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import { limits } from '#shared/limits.ts';
import { readClock } from '#tests/support/clock.ts';
import { createIndex, upload, waitForBuild } from './support/datasets.ts';
import { type Member, newAdmin, origin } from './support/people.ts';
import { setAttributes } from './support/stores.ts';

let admin: Member;
let apiKey: string;
beforeAll(async () => {
  admin = await newAdmin();
  apiKey = (await keys())[0]!.api_key;
});

const keys = async () => (await admin.call('list-index-keys', { query: {} })).arxiv!;

const setBucketFullAt = (ms: number) => {
  const hash = createHash('sha256').update(apiKey).digest('hex');
  return setAttributes('Indexes', [`KEYHASH#${hash}`, 'KEYHASH'], { tat: ms });
};
const setOrganization = (name: string, value: unknown) =>
  setAttributes('Accounts', [`ORG#${admin.orgId}`, 'ORG'], { [name]: value });

async function ask(
  body: unknown = { request: { conceptFeaturesString: 'galaxies' } },
  key = apiKey,
  call = 'query',
) {
  const answer = await fetch(`${origin()}/api/v1/indexes/arxiv/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  });
  const header = (name: string) => answer.headers.get(name) ?? '';
  const left = (name: string) =>
    Number(new RegExp(`"${name}";r=(\\d+)`).exec(header('ratelimit'))?.[1]);
  return { status: answer.status, body: await answer.json(), header, left };
}

test('every answer contains the remaining requests of key and organization', async () => {
  const first = await ask();
  expect(first.status).toBe(200);
  expect(first.header('ratelimit-policy')).toBe(
    `"key";q=1000;w=1, "day";q=${limits.queriesPerDay.trial};w=86400`,
  );
  expect(first.header('ratelimit')).toMatch(/^"key";r=\d+;t=\d+, "day";r=\d+;t=\d+$/);
  const refused = await ask({});
  expect(refused.status).toBe(400);
  // A refused request does not count.
  expect(refused.left('day')).toBe(first.left('day'));
  const filters = [{ column: 'no such column', operator: '=', value: 'x' }];
  const misread = await ask({ request: { conceptFeaturesString: 'galaxies', filters } });
  expect(misread.status).toBe(400);
  expect(misread.left('day')).toBe(first.left('day'));
  expect((await ask()).left('day')).toBe(first.left('day') - 1);
  // A page has a key of its own for its pace, and none for the day.
  const page = await admin.call('create-search-key', { body: { index_id: 'arxiv' } });
  const found = await ask(undefined, page.api_key);
  expect(found.left('day')).toBe(first.left('day') - 2);
});

test.each([
  [
    { limit: 5 },
    'there is no "limit": known: conceptFeaturesString, syntax, vector, maxNumItems, filters,',
  ],
  [{ filter: [] }, 'there is no "filter": did you mean filters?'],
])('an unknown member %o is refused by its name', async (member, message) => {
  const { status, body } = await ask({ request: { conceptFeaturesString: 'x', ...member } });
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    {
      code: 'InvalidRequest',
      message: expect.stringContaining(message),
      docsUrl: `${origin()}/errors#InvalidRequest`,
    },
  ]);
});

test('a key over its limit is told how long to wait, and works again after that', async () => {
  await setBucketFullAt((await readClock(origin())).getTime() + 600_000);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.body.errors).toEqual([
    expect.objectContaining({
      code: 'RateLimited',
      message: expect.stringContaining('Retry-After'),
    }),
  ]);
  // Other tests advance the clock meanwhile.
  expect(Number(refused.header('retry-after'))).toBeGreaterThan(480);
  expect(refused.left('key')).toBe(0);
  // As if the time had passed: the bucket is not full yet, but there are tokens.
  await setBucketFullAt((await readClock(origin())).getTime() + 900);
  const answered = await ask();
  expect(answered.status).toBe(200);
  expect(answered.left('key')).toBeLessThan(999);
});

test('each of a hundred simultaneous requests takes one token', async () => {
  await setBucketFullAt(0);
  const before = (await ask()).left('day');
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask()));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await ask()).left('day')).toBe(before - 101);
});

test('an organization has the daily queries of its plan, or an agreed number', async () => {
  const now = Math.floor(Date.now() / 1000);
  await setOrganization('subscription', { status: 'active', current_period_start: now });
  expect((await ask()).header('ratelimit-policy')).toContain(
    `"day";q=${limits.queriesPerDay.monthly};`,
  );
  await setOrganization('queries_per_day', 5);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.body.errors[0]).toMatchObject({ code: 'QuotaExceeded' });
  expect(Number(refused.header('retry-after'))).toBeGreaterThan(0);
  expect(refused.left('day')).toBe(0);
  await setOrganization('queries_day', '2026-01-01');
  expect((await ask()).left('day')).toBe(4);
});

test('several searches of one call count one by one, or none of them if fewer are left', async () => {
  await setOrganization('queries_per_day', 10);
  await setOrganization('queries_day', '2026-01-01');
  const restrictions = { queries_per_day: 4 };
  const made = { org_id: admin.orgId, index: 'arxiv', restrictions };
  const { api_key: budgeted } = await admin.call('create-index-key', { body: made });
  const galaxies = { conceptFeaturesString: 'galaxies', maxNumItems: 1 };
  const wrong = { sort: { column: 'no such column' } };
  const several = (requests: unknown[], key?: string) => ask({ requests }, key, 'queries');

  const { body: one } = await ask({ request: galaxies });
  const found = await several([galaxies, wrong, { sort: 'rows', maxNumItems: 1 }], budgeted);
  expect(found.status).toBe(200);
  expect(found.body.answers).toEqual([
    one,
    { error: { code: 'InvalidRequest', message: expect.stringContaining('no such column') } },
    expect.objectContaining({ next: expect.any(String) }),
  ]);
  expect([found.left('day'), found.left('key-day')]).toEqual([7, 2]);
  expect(found.left('key')).toBeLessThanOrEqual(997);
  const beyond = await several([galaxies, galaxies, galaxies], budgeted);
  expect([beyond.status, beyond.body.errors[0].code]).toEqual([429, 'QuotaExceeded']);
  expect((await several([galaxies, galaxies], budgeted)).left('key-day')).toBe(0);

  const tooMany = await several(Array.from({ length: 6 }, () => galaxies));
  expect([tooMany.status, tooMany.body.errors[0].code]).toEqual([429, 'QuotaExceeded']);
  const malformed = [[], Array.from({ length: 11 }, () => galaxies), [galaxies, { limit: 5 }]];
  await setOrganization('queries_per_day', 100);
  for (const requests of malformed) expect((await several(requests)).status).toBe(400);
  const nearest = { request: { column: 'id', value: one.foundItems[0].id, maxNumItems: 3 } };
  const similar = await ask(nearest, undefined, 'similar');
  expect(similar.body.foundItems).toHaveLength(3);
  expect(similar.left('day')).toBe(94);
});

test('several indexes are searched in one call, each as its key may, and their rows are merged by score', async () => {
  const owner = await newAdmin();
  const page = 'https://shop.example';
  const keyOf = async (index: string, restrictions?: KeyRestrictions) => {
    const body = { org_id: owner.orgId, index, ...(restrictions && { restrictions }) };
    return (await owner.call('create-index-key', { body })).api_key;
  };
  const request = { conceptFeaturesString: 'the birth of stars', maxNumItems: 8 };
  const send = async (indexes: object[], more: object = {}) => {
    const answer = await fetch(`${origin()}/api/v1/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: page },
      body: JSON.stringify({ request: { ...request, ...more }, indexes }),
    });
    const cors = answer.headers.get('access-control-allow-origin');
    return { status: answer.status, body: await answer.json(), cors };
  };
  const [arxiv, wikipedia] = [await keyOf('arxiv'), await keyOf('wikipedia')];
  const both = [
    { index_id: 'arxiv', api_key: arxiv },
    { index_id: 'wikipedia', api_key: wikipedia },
  ];
  const { body, status, cors } = await send(both);
  expect([status, cors]).toEqual([200, null]);
  const alone = await Promise.all(both.map((each) => send([each])));
  const expected = alone
    .flatMap((each) => each.body.foundItems)
    .toSorted((a, b) => b.item.conceptScore - a.item.conceptScore)
    .slice(0, 8);
  expect(body.foundItems).toEqual(expected);
  expect(new Set(expected.map(({ index_id }) => index_id)).size).toBe(2);
  expect(body.indexes).toEqual(alone.map((each) => each.body.indexes[0]));

  // The filter of a key holds, its budget is used up, and the other index is searched all the same.
  const [first] = alone[0]!.body.foundItems;
  const narrow = await keyOf('arxiv', {
    filters: [{ column: 'id', operator: '=', value: first.item.id }],
    queries_per_day: 2,
    origins: [page],
  });
  const narrowed = await send([{ index_id: 'arxiv', api_key: narrow }, both[1]!]);
  expect(narrowed.body.indexes[0]).toMatchObject({ totalFoundItems: 1 });
  expect(narrowed.cors).toBeNull();
  // What is refused as invalid does not count.
  const wrong = { index_id: 'arxiv', api_key: narrow, fields: ['no such column'] };
  const partly = await send([wrong, both[1]!]);
  expect(partly.body.indexes[0].error.code).toBe('InvalidRequest');
  expect((await send([{ index_id: 'arxiv', api_key: narrow }])).cors).toBe(page);
  const used = await send([{ index_id: 'arxiv', api_key: narrow }, both[1]!]);
  expect(used.body.indexes).toMatchObject([
    { index_id: 'arxiv', error: { code: 'QuotaExceeded' } },
    { index_id: 'wikipedia', totalFoundItems: alone[1]!.body.indexes[0].totalFoundItems },
  ]);
  expect(used.body.foundItems).toEqual(alone[1]!.body.foundItems);

  const refused = await send([{ index_id: 'wikipedia', api_key: arxiv }]);
  expect([refused.status, refused.body.errors[0].code]).toEqual([401, 'InvalidApiKey']);
  for (const indexes of [[], [both[0]!, both[0]!], Array(6).fill(both[0])]) {
    expect((await send(indexes)).status).toBe(400);
  }
  expect((await send(both, { filters: [] })).status).toBe(400);
  const headers = { origin: page, 'access-control-request-method': 'POST' };
  const preflight = await fetch(`${origin()}/api/v1/search`, { method: 'OPTIONS', headers });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
    204,
    '*',
  ]);
});

test('what is larger than an answer may be is refused by name, alone or among others', async () => {
  const owner = await newAdmin();
  const note = 'a long note '.repeat(60_000);
  const rows = Array.from(
    { length: 9 },
    (_, i) => `${i},Bee ${i},About bees and hives ${i},${note}`,
  );
  const file = await upload(owner, 'notes.csv', ['id,title,text,note', ...rows].join('\n'));
  const roles = { id: 'metadata', title: 'metadata', text: 'index', note: 'metadata' } as const;
  const { item_id: index } = await createIndex(owner, 'Notes', file, roles);
  await waitForBuild(owner, index);
  const { api_key } = await owner.call('create-index-key', {
    body: { org_id: owner.orgId, index },
  });
  const send = async (action: string, body: object) => {
    const answer = await fetch(`${origin()}/api/v1/indexes/${index}/${action}`, {
      method: 'POST',
      headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      left: answer.headers.get('ratelimit'),
      body: await answer.json(),
    };
  };
  const request = { conceptFeaturesString: 'bees', fields: ['note'] };
  const whole = await send('query', { request });
  expect([whole.status, whole.body.errors[0].code]).toEqual([400, 'AnswerTooLarge']);
  const near = { column: 'id', value: '1', maxNumItems: 9, fields: ['note', 'text', 'title'] };
  expect((await send('similar', { request: near })).status).toBe(200);
  const one = { ...request, maxNumItems: 1 };
  const several = await send('queries', { requests: [...Array(9).fill(one), request] });
  expect(several.status).toBe(200);
  const codes = several.body.answers.map(({ error }: { error?: { code: string } }) => error?.code);
  const fitting = codes.indexOf('AnswerTooLarge');
  expect(fitting).toBeGreaterThan(6);
  expect(codes.slice(fitting)).toEqual(Array(10 - fitting).fill('AnswerTooLarge'));
});

test('the list of keys says when each was used last', async () => {
  const { id } = await admin.call('create-index-key', {
    body: { org_id: admin.orgId, index: 'arxiv' },
  });
  const startedAt = new Date().toISOString();
  await ask();
  const listed = await keys();
  expect(listed.find((key) => key.id === id)).not.toHaveProperty('last_used_date');
  const used = listed.find((key) => key.api_key === apiKey)!.last_used_date!;
  expect(used >= startedAt, used).toBe(true);
});
