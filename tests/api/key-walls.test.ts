/** Keys with a filter and columns: what they see of an index is what an index tells that holds nothing else. */
import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#engine/random.ts';
import type { KeyRestrictions } from '#shared/contract/key-restrictions.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { createIndex, upload, waitForBuild } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, type Member, newAdmin, origin } from './support/people.ts';

const seed = Number(process.env.FUZZ_SEED ?? 82);
const random = seededRandom(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const common = 'engine valve piston oil filter turning pressure cylinder'.split(' ');
const own = 'honey hives queen beekeeping comb wax'.split(' ');
const foreign = 'merger lawsuit hive bluebird acquisition engines honeycomb'.split(' ');
const words = [...common, ...own, ...foreign, 'zzyzx', 'honney', 'mergr'];

function line(i: number, isOwn: boolean): string {
  const text = (count: number) =>
    Array.from({ length: count }, () => pick([...common, ...(isOwn ? own : foreign)])).join(' ');
  const day = `20${10 + (i % 9)}-0${1 + (i % 7)}-15`;
  const code = pick(isOwn ? ['A01K', 'B64C'] : ['A01K', 'G06N']);
  return `${isOwn ? 'own' : 'far'}-${100 + i},${text(3)},${text(9)}. ${text(9)}.,${code},${i * (isOwn ? 1 : 50)},${day},${isOwn ? 'gold' : 'lead'},${isOwn ? 'a' : 'b'}`;
}

const restrictions = {
  filters: [{ column: 'tenant', operator: '=', value: 'a' }],
  columns: ['id', 'title', 'text', 'category', 'amount', 'day'],
} satisfies KeyRestrictions;

interface Wall {
  params: { index_id: string };
  /** Sees a part of the rows and columns. */
  narrow: string;
  /** Changes rows. */
  wide: string;
}

let admin: Member;
let alone: Wall;
let among: Wall;
beforeAll(async () => {
  admin = await newAdmin();
  const mine = Array.from({ length: 30 }, (_, i) => line(i, true));
  const others = Array.from({ length: 60 }, (_, i) => line(i, false));
  const mixed = mine.flatMap((row, i) => [others[2 * i]!, row, others[2 * i + 1]!]);
  [alone, among] = await Promise.all([wall('Alone', mine), wall('Among', mixed)]);
});

const keyOf = async (index: string, more: object) =>
  (await admin.call('create-index-key', { body: { org_id: admin.orgId, index, ...more } })).api_key;

async function wall(name: string, rows: readonly string[]): Promise<Wall> {
  const header = 'id,title,text,category,amount,day,secret,tenant';
  const file = await upload(admin, `${name}.csv`, [header, ...rows, ''].join('\n'));
  const roles = Object.fromEntries(header.split(',').map((one) => [one, 'metadata' as const]));
  const { item_id } = await createIndex(admin, name, file, { ...roles, text: 'index' });
  expect((await waitForBuild(admin, item_id)).status).toBe('Active');
  const [narrow, wide] = [
    await keyOf(item_id, { restrictions }),
    await keyOf(item_id, { changes_rows: true }),
  ];
  return { params: { index_id: item_id }, narrow, wide };
}

/** Scores, and what names a call, a moment or an index. */
const apart =
  /^(conceptScore|score|codes|bits|RequestId|next|index_id|export_id|.*_at|.*_until|size_bytes|download_url)$/;

/** What an answer tells beside these, rows in the order of their ids where scores decide it. */
function told(value: unknown, isOrdered = false): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => told(item, isOrdered));
    const isRows = items.some((item) => JSON.stringify(item)?.includes('own-'));
    return isRows && !isOrdered
      ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
      : items;
  }
  // Assistants get the same as text.
  if (typeof value === 'string' && value.startsWith('{')) return told(JSON.parse(value), isOrdered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !apart.test(name));
  return Object.fromEntries(entries.map(([name, item]) => [name, told(item, isOrdered)]));
}

async function post({ params, narrow }: Wall, call: string, body: unknown) {
  const answer = await fetch(`${origin()}/api/v1/indexes/${params.index_id}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': narrow },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Asks both, and expects the same but for scores. */
async function askBoth(call: string, body: unknown, isOrdered = false) {
  const [seen, other] = await Promise.all([post(alone, call, body), post(among, call, body)]);
  expect(told(other, isOrdered), `seed ${seed}: ${call} ${JSON.stringify(body)}`).toEqual(
    told(seen, isOrdered),
  );
  // Some answers repeat what was asked.
  const askedFor = JSON.stringify(body);
  const foreigners = [...JSON.stringify(other).matchAll(/far-\d+|lead/g)].map(([name]) => name);
  expect(foreigners.filter((name) => !askedFor.includes(name))).toEqual([]);
  return other;
}

const columns = [...restrictions.columns, 'secret', 'tenant', 'none'];
const condition = () =>
  pick([
    { column: pick(columns), operator: 'exists' },
    {
      column: pick(columns),
      operator: '=',
      value: pick(['a', 'b', 'own-103', 'far-103', 'A01K', 'G06N', '7']),
    },
    { column: 'category', operator: 'begins', value: pick(['A', 'G']) },
    { column: 'amount', operator: '>=', value: '25' },
    { phrase: pick([...words, 'h*', 'merg*']) },
    { not: { phrase: pick(words) } },
    {
      or: [
        { phrase: pick(words) },
        { column: 'id', operator: 'in', value: ['own-101', 'far-101'] },
      ],
    },
  ]);

/** A request of any kind, and whether its rows have an order that scores do not decide. */
function anyRequest() {
  const text = random() < 0.6 ? [pick(words), pick(words)].join(' ') : undefined;
  const query = pick([
    '+honey -wax',
    'title:engine',
    'secret:lead OR honey',
    '"oil filter" bluebird',
    'amount:5..20',
  ]);
  const conceptFeaturesString = random() < 0.2 ? query : text;
  const sort = pick(['rows', { column: 'amount', descending: true }, { column: pick(columns) }]);
  const isSorted = random() < 0.4 || !conceptFeaturesString;
  const facets = [
    pick([
      { column: pick(columns) },
      { column: 'category', by: { column: 'day', interval: 'auto' } },
      { column: 'amount', interval: 'auto' },
    ]),
  ];
  const request = {
    ...(conceptFeaturesString && { conceptFeaturesString }),
    ...(conceptFeaturesString === query && { syntax: 'query' }),
    ...(random() < 0.4 && { filters: [condition(), condition()] }),
    ...(isSorted && { sort }),
    ...(random() < 0.4 && { facets }),
    ...(random() < 0.2 && isSorted && { distinct: pick(columns) }),
    ...(random() < 0.4 && { explain: true }),
    ...(random() < 0.3 && { fields: [pick(columns), 'id'] }),
  };
  return { request, isSorted };
}

test('searches of any kind tell nothing of rows and columns beyond the wall', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 120; round++) {
    const { request, isSorted } = anyRequest();
    const { status } = await askBoth('query', { request }, isSorted);
    statuses.add(status);
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 400]);
  // A word that others have, and one that nobody has, give the same.
  for (const word of ['bluebird', 'zzyzx']) {
    const { body } = await askBoth('query', { request: { conceptFeaturesString: word } });
    const items = body.foundItems as { conceptScore: number }[];
    expect(items.every(({ conceptScore }) => conceptScore === 0)).toBe(true);
  }
});

test('pages go on by cursors that say nothing', async () => {
  const request = { sort: 'rows', maxNumItems: 7 };
  const pages = async (wall: Wall) => {
    const found: unknown[] = [];
    const cursors: string[] = [];
    for (let after: string | undefined; ; ) {
      const { body } = await post(wall, 'query', { request: { ...request, after } });
      found.push(...(body.foundItems as { id: string }[]).map(({ id }) => id));
      after = body.next as string | undefined;
      if (after === undefined) return { found, cursors };
      cursors.push(after);
    }
  };
  const [seen, other] = [await pages(alone), await pages(among)];
  expect(other.found).toEqual(seen.found);
  expect(other.cursors).toHaveLength(4);
  for (const [i, cursor] of other.cursors.entries()) {
    expect(cursor).toHaveLength(seen.cursors[i]!.length);
    // Those of other keys are lists as JSON.
    expect(() => JSON.parse(Buffer.from(cursor, 'base64url').toString())).toThrow(SyntaxError);
  }
  const [cursor] = other.cursors as [string];
  // The last characters may have bits that mean nothing.
  const changed = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
  const strange = { request: { ...request, after: changed } };
  expect((await post(alone, 'query', strange)).status).toBe(400);
});

test('assistants, maps and refused calls tell nothing of them', async () => {
  const tool = (name: string, given: object) =>
    askBoth('mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    });
  await askBoth('mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  for (const word of words.slice(0, 12)) await tool('count', { column: 'category', query: word });
  for (const column of columns) await tool('count', { column });
  await tool('read_rows', { ids: ['own-101', 'far-101', 'nothing'] });
  const missing = await tool('similar_rows', { id: 'far-101' });
  const nowhere = await tool('similar_rows', { id: 'far-999' });
  const unnamed = (value: unknown) => JSON.stringify(value).replaceAll(/far-\d+/g, '…');
  expect(unnamed(missing.body)).toBe(unnamed(nowhere.body));
  await tool('search', { query: 'amount:5..20 bluebird honey', limit: 20 });
  await tool('search', { query: 'amount:5..20 secret:lead', limit: 20 });
  await askBoth('map', {
    request: { conceptFeaturesString: 'honey merger', fields: ['id', 'title'] },
  });
  const requests = ['own-101', 'far-101'].map((value) => ({
    filters: [{ column: 'id', operator: '=', value }],
  }));
  const several = await askBoth('queries', {
    requests: [...requests, { filters: [{ column: 'tenant', operator: '=', value: 'b' }] }],
  });
  expect(several.body.answers).toMatchObject([
    { totalFoundItems: 1 },
    { totalFoundItems: 0 },
    { error: { code: 'InvalidRequest' } },
  ]);
  const similar = (wall: Wall, column: string, value: string) =>
    post(wall, 'similar', { request: { column, value, maxNumItems: 100 } });
  const near = await similar(among, 'id', 'own-101');
  const rows = near.body.foundItems as Record<string, string>[];
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/far-|own-101|secret|tenant|lead/);
  const statuses = [];
  for (const [column, value] of [
    ['id', 'far-101'],
    ['id', 'far-999'],
    ['tenant', 'b'],
    ['none', 'b'],
  ] as const) {
    statuses.push((await similar(among, column, value)).status);
  }
  expect(statuses).toEqual([404, 404, 400, 400]);
  for (const call of ['vectors', 'dictionary']) {
    expect((await askBoth(call, { request: { query: 'merger' } })).status).toBe(403);
  }
});

test('an export has the rows and columns that its key sees, and only keys that see the same see it', async () => {
  const files: string[] = [];
  for (const wall of [alone, among]) {
    const begun = await post(wall, 'exports', { format: 'jsonl', request: { sort: 'rows' } });
    const { export_id } = begun.body as { export_id: string };
    const look = (apiKey: string) =>
      anonymous()('get-search-export', { params: { ...wall.params, export_id }, apiKey });
    const ended = await waitFor('an export', async () => {
      const now = await look(wall.narrow);
      return now.status === 'writing' ? undefined : now;
    });
    expect(ended).toMatchObject({ status: 'ready', total_found: 30, rows: 30 });
    files.push(await (await fetch(ended.download_url!)).text());
    await expectFailure(look(wall.wide), 'ExportNotFound');
    const title = { columns: ['title'], filters: restrictions.filters };
    const narrower = await keyOf(wall.params.index_id, { restrictions: title });
    await expectFailure(look(narrower), 'ExportNotFound');
  }
  expect(files[1]).toBe(files[0]);
  expect(Object.keys(JSON.parse(files[1]!.split('\n')[0]!)).toSorted()).not.toContain('secret');
});

test('changes of rows beyond the wall change nothing before it', async () => {
  const upsert = ({ params, wide }: Wall, id: string, tenant: string, text: string) =>
    anonymous()('upsert-rows', {
      params,
      query: {},
      body: {
        rows: [
          {
            id,
            title: text,
            text,
            category: 'A01K',
            amount: 3,
            day: '2015-01-15',
            secret: 'x',
            tenant,
          },
        ],
      },
      apiKey: wide,
    });
  await upsert(among, 'far-500', 'b', 'a secret merger of bluebird');
  for (const wall of [alone, among]) await upsert(wall, 'own-500', 'a', 'fresh honey from a hive');
  for (let round = 0; round < 30; round++) {
    const { request, isSorted } = anyRequest();
    await askBoth('query', { request }, isSorted);
  }
  const fresh = await askBoth('query', { request: { filters: [{ phrase: 'fresh honey' }] } });
  expect(fresh.body).toMatchObject({ totalFoundItems: 1, foundItems: [{ id: 'own-500' }] });
  const change = { params: among.params, query: {}, body: { keys: ['own-500'] } };
  const refused = anonymous()('delete-rows', { ...change, apiKey: among.narrow });
  await expectFailure(refused, 'KeyRestricted');
});

test('a wall that cannot be kept is not made, and one that does not fit any more lets nothing through', async () => {
  const index = among.params.index_id;
  const refuse = (more: object) => expectFailure(keyOf(index, more), 'InvalidRequest');
  await refuse({ restrictions, changes_rows: true });
  await refuse({ restrictions: { columns: ['none'] } });
  await refuse({ restrictions: { filters: [{ not: { column: 'none', operator: 'exists' } }] } });
  await refuse({ restrictions: { filters: [{ column: 'tenant', operator: '=', valu: 'a' }] } });
  const unfit = { filters: [{ column: 'text', operator: '=', value: 'a' }] };
  const apiKey = await keyOf(index, { restrictions: unfit });
  const call = { params: among.params, body: { request: { sort: 'rows' as const } }, apiKey };
  const failure = await expectFailure(anonymous()('query-index', call), 'KeyRestricted');
  expect(failure.message).not.toContain('text');
});
