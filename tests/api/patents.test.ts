import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { patentDocumentSchema } from '#shared/patent-document.ts';
import { firstKey } from './support/datasets.ts';
import { expectFailure } from './support/expect-failure.ts';
import { anonymous, newAdmin, origin } from './support/people.ts';

const pairsFile = path.resolve(
  import.meta.dirname,
  '../../packages/local/catalog/patent-pairs.json',
);
const pairs: { anticipation: { claim: { ucid: string; number: number }; by: string[] }[] } =
  JSON.parse(readFileSync(pairsFile, 'utf8'));

const read = (ucid: string) => anonymous()('get-patent-text', { body: { ucid } });

describe('a patent is read in full', () => {
  test('by its UCID, by anybody', async () => {
    const patent = await read('US-99010012-B2');
    expect(() => patentDocumentSchema.parse(patent)).not.toThrow();
    expect(patent).toMatchObject({
      ucid: 'US-99010012-B2',
      kind_code: 'B2',
      priority_date: '2013-06-07',
      grant_date: '2017-03-21',
    });
    expect(patent.claims[8]).toMatchObject({ number: 9, dependsOn: [1, 2, 3, 4, 5, 6, 7, 8] });
    expect(patent.paragraphs[1]).toMatchObject({ number: 2, heading: 'FIELD' });
  });

  test('by somebody who is signed in, with the same answer', async () => {
    const admin = await newAdmin();
    const own = await admin.call('get-patent-text', { body: { ucid: 'US-99010012-B2' } });
    expect(own).toEqual(await read('US-99010012-B2'));
  });

  test.each([
    ['us99010012b2', 'US-99010012-B2'],
    ['US 99,010,012 B2', 'US-99010012-B2'],
    ['US 2015/0990012 A1', 'US-20150990012-A1'],
    ['US-2015990012-A1', 'US-20150990012-A1'],
    ['WO 2014/990112 A1', 'WO-2014990112-A1'],
  ])('in the spelling %s', async (spelling, ucid) => {
    expect((await read(spelling)).ucid).toBe(ucid);
  });

  test.each([
    ['US 99,010,012', 'US-99010012-B2'],
    ['US20150990012', 'US-20150990012-A1'],
  ])('without the kind code: %s', async (spelling, ucid) => {
    expect((await read(spelling)).ucid).toBe(ucid);
  });
});

describe('what is not there', () => {
  test.each(['US-99010012-B1', 'US-99999999-B2', 'JP-99010012-B2', 'US 99,010,01', 'US-9901001'])(
    '%s is not found',
    async (ucid) => {
      await expectFailure(read(ucid), 'PatentNotFound');
    },
  );

  test.each([
    'battery',
    '99010012',
    '../US-99010012-B2',
    'US-99010012-B2/../../data-catalog/us_patents',
    'US-99010012-B2.json.gz',
    'US-99010012-B2\0',
    'US-%39%39010012-B2',
    'org/x',
    '=US-99010012-B2',
    'US 13/834,919',
  ])('%j is not a publication number', async (ucid) => {
    await expectFailure(read(ucid), 'UcidInvalid');
  });
});

describe('beside the text', () => {
  test('publications that cite a patent are listed for any kind code, the latest first', async () => {
    const { items, total } = await anonymous()('list-citing-patents', {
      query: { ucid: 'US 2013/0990083' },
    });
    expect(items.map(({ ucid }) => ucid)).toEqual(['US-99080012-B2', 'WO-2015990482-A1']);
    expect(items[1]).toMatchObject({ by: 'search-report', category: 'A' });
    expect(total).toBe(2);
  });

  test('citations are followed two steps each way, and without a kind code, too', async () => {
    const graphOf = (ucid: string) => anonymous()('get-citation-graph', { query: { ucid } });
    const stepsOf = ({ nodes }: Awaited<ReturnType<typeof graphOf>>) =>
      Object.fromEntries(nodes.map(({ number, step }) => [number, step]));
    const cited = await graphOf('US 2013/0990083');
    expect(stepsOf(cited)).toEqual({
      'US-20130990083-A1': 0,
      'US-99080012-B2': 1,
      'WO-2015990482-A1': 1,
    });
    expect(cited.edges).toEqual([
      { citing: 1, cited: 0 },
      { citing: 2, cited: 0 },
    ]);
    const citing = await graphOf('WO-2015990482-A1');
    expect(stepsOf(citing)).toMatchObject({ 'US-20130990083-A1': -1, 'WO-2015990482-A1': 0 });
    expect(citing.nodes[0]).toMatchObject({ owner: 'Arctic Rotor Technologies Oy' });
    expect(citing.left_out).toEqual([]);
  });

  test.each([
    ['US-99080011-B1', 'US-99080011-B2', 'kind-code'],
    ['EP-99080011-B2', 'US-99080011-B2', 'office'],
    ['US 99/150,666', 'US-99080011-B2', 'application'],
    ['99/150,666', 'US-99080011-B2', 'application'],
    ['PCT/FI2014/990482', 'WO-2015990482-A1', 'application'],
  ] as const)('%s may mean %s', async (number, ucid, why) => {
    const { items } = await anonymous()('suggest-patents', { query: { number } });
    expect(items).toContainEqual({ ucid, why });
  });

  test('a drawing is an image that browsers may keep', async () => {
    const { drawings } = await read('US-99080012-B2');
    const answer = await image('US-99080012-B2', drawings![0]!.stored!);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toMatch(/max-age=\d+/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  test.each([
    ['US-99080012-B2', 'other.png', 404],
    ['US-99080011-B2', 'blade-circulating-anti-ice-1.png', 404],
    ['US-99080012-B2', '../US-99080012-B2.json.gz', 400],
    ['US-99080012-B2', '..%2F..%2Fversion.png', 400],
    ['../US-99080012-B2', 'blade-circulating-anti-ice-1.png', 400],
  ])('%s has no image %s', async (ucid, name, status) => {
    expect((await image(ucid, name)).status).toBe(status);
  });

  test('nothing is suggested for a number that nothing is like', async () => {
    const answer = await anonymous()('suggest-patents', { query: { number: 'US-1-A' } });
    expect(answer).toEqual({ items: [] });
  });
});

describe('a claim of the sample patents finds the older patents that disclose it', () => {
  let key: string;
  beforeAll(async () => {
    key = await firstKey(await newAdmin(), 'us_patents');
  });

  test.each(pairs.anticipation)('$claim.ucid claim $claim.number', async ({ claim, by }) => {
    const patent = await read(claim.ucid);
    const { foundItems } = await anonymous()('query-index', {
      params: { index_id: 'us_patents' },
      body: { request: { conceptFeaturesString: patent.claims[claim.number - 1]!.text } },
      apiKey: key,
    });
    const others: unknown[] = [];
    for (const { ucid } of foundItems.slice(0, 12)) {
      const found = await read(String(ucid)).catch(() => undefined);
      if (found?.family_id !== patent.family_id) others.push(ucid);
    }
    expect(others.slice(0, 3)).toEqual(expect.arrayContaining([expect.toBeOneOf(by)]));
  });
});

test.each([
  ['empty', { ucid: '' }],
  ['too long', { ucid: `US-${'9'.repeat(100)}-B2` }],
  ['no text', { ucid: ['US-99010012-B2'] }],
  ['missing', {}],
])('a UCID that is %s is refused', async (_, body) => {
  const answer = await post(JSON.stringify(body));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ Code: 'InvalidRequest' });
});

test('a huge body is refused', async () => {
  const body = (bytes: number) => JSON.stringify({ ucid: 'U'.repeat(bytes) });
  expect((await post(body(5_000_000))).status).toBe(400);
  expect((await post(body(7_000_000))).status).toBe(413);
});

const image = (ucid: string, name: string) =>
  fetch(`${origin()}/api/get-patent-image?${new URLSearchParams({ ucid, name })}`);

const post = (body: string) =>
  fetch(`${origin()}/api/get-patent-text`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
