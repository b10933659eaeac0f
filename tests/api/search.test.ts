import { beforeAll, describe, expect, test } from 'vitest';
import type { Explanation, FoundItem } from '#shared/contract/search.ts';
import { limits } from '#shared/limits.ts';
import { toHit } from '#web/site/landing/search-patents.ts';
import { specimen } from '#web/site/landing/specimen-data.ts';
import { anonymous, newAdmin, origin } from './support/people.ts';

let apiKey: string;
beforeAll(async () => {
  const admin = await newAdmin();
  const { apis } = await admin.call('get-organization', { query: {} });
  apiKey = apis.us_patents_api_keys[0]!.api_key;
});

const post = (action: string, body: unknown) =>
  fetch(`${origin()}/api/v1/indexes/us_patents/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const query = async (request: Record<string, unknown>) => {
  const answer = await post('query', { request });
  return { status: answer.status, body: await answer.json() };
};

test('a map has codes that tell near rows from others, and what a search finds', async () => {
  const conceptFeaturesString = 'de-icing of wind turbine blades';
  const filters = [{ column: 'publication_date', operator: '>=', value: '2010' }];
  const fields = ['ucid', 'title'];
  const answer = await post('map', { request: { conceptFeaturesString, filters, fields } });
  const { totalFoundItems, foundItems, bits, codes } = await answer.json();
  const found = (await query({ conceptFeaturesString, filters, fields })).body;
  expect(totalFoundItems).toBe(found.totalFoundItems);
  const idsOf = (items: { ucid: string }[]) => items.map(({ ucid }) => ucid);
  expect(idsOf(foundItems).slice(0, 100)).toEqual(idsOf(found.foundItems));
  const bytes = Buffer.from(codes, 'base64');
  expect(bytes).toHaveLength((foundItems.length * bits) / 8);
  const codeOf = (i: number) => bytes.subarray((i * bits) / 8, ((i + 1) * bits) / 8);
  const differing = (a: number, b: number) =>
    codeOf(a).reduce((sum, byte, i) => {
      const bitsOfByte = (byte ^ codeOf(b)[i]!).toString(2).replaceAll('0', '');
      return sum + bitsOfByte.length;
    }, 0);
  // Two publications of one invention.
  const places = ['WO-2015990482-A1', 'US-99080012-B2'].map((ucid) =>
    idsOf(foundItems).indexOf(ucid),
  );
  const [one, other] = places as [number, number];
  const titleOf = (i: number): string => foundItems[i].title;
  const others = [...foundItems.keys()].filter((i) => titleOf(i) !== titleOf(one));
  expect(Math.min(...others.map((i) => differing(one, i)))).toBeGreaterThan(differing(one, other));
  const refused = await post('map', { request: { conceptFeaturesString, fields: ['nothing'] } });
  expect(refused.status).toBe(400);
});

describe('query', () => {
  test('returns at most 100 items, each with its metadata and a score of 4 decimals', async () => {
    const { body } = await query({ conceptFeaturesString: 'an unmanned aircraft with a camera' });
    expect(body.foundItems.length).toBeGreaterThan(10);
    expect(body.foundItems.length).toBeLessThanOrEqual(100);
    for (const item of body.foundItems) {
      expect(item).toMatchObject({
        ucid: expect.stringMatching(/^(US|EP|WO)-/),
        title: expect.any(String),
      });
      expect(item).not.toHaveProperty('text');
      expect(item.conceptScore).toBe(Number(item.conceptScore.toFixed(4)));
    }
  });

  test.each([
    [{}],
    [{ conceptFeaturesString: '   ' }],
    [{ conceptFeaturesString: 7 }],
    [{ conceptFeaturesString: 'x', maxNumItems: 0 }],
    [{ conceptFeaturesString: 'x', maxNumItems: 101 }],
    [{ conceptFeaturesString: 'x', maxNumItems: 'x' }],
    [{ conceptFeaturesString: 'x', maxNumItems: 1.5 }],
    [{ conceptFeaturesString: 'x', filters: [{ column: 'title', operator: '!', value: '' }] }],
    [{ conceptFeaturesString: 'x', fields: ['no_such_column'] }],
  ])('answers %j with an array of errors', async (request) => {
    const { status, body } = await query(request);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { code: 'InvalidRequest', message: expect.any(String), docsUrl: expect.any(String) },
    ]);
  });

  test('answers a body that is not JSON with an array of errors', async () => {
    const answer = await post('query', '{"request":');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty('errors');
  });

  test('accepts a very long text and refuses a longer one', async () => {
    const text = 'drone wing '.repeat(100_000);
    const ask = (bytes: number) => query({ conceptFeaturesString: text.slice(0, bytes) });
    expect((await ask(limits.queryMaxBytes - 100)).status).toBe(200);
    const { status, body } = await ask(limits.queryMaxBytes + 1);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { code: 'InvalidRequest', message: expect.any(String), docsUrl: expect.any(String) },
    ]);
  });

  test('finds nothing for words that nobody uses, without failing', async () => {
    const { status, body } = await query({ conceptFeaturesString: 'zzxxqqj' });
    expect(status).toBe(200);
    expect(body.foundItems.length).toBeLessThanOrEqual(body.totalFoundItems);
  });

  test('filters by code and date, and still fills the list', async () => {
    const { body } = await query({
      conceptFeaturesString: 'aircraft',
      filters: [
        { column: 'kind_code', operator: '=', value: 'A1' },
        { column: 'publication_date', operator: '>', value: '2008-01-01' },
      ],
      fields: ['ucid', 'kind_code', 'publication_date'],
    });
    expect(body.foundItems.length).toBeGreaterThan(5);
    for (const { kind_code, publication_date } of body.foundItems) {
      expect(kind_code).toBe('A1');
      expect(publication_date > '2008-01-01').toBe(true);
    }
    expect(Object.keys(body.foundItems[0]).sort()).toEqual([
      'conceptScore',
      'kind_code',
      'publication_date',
      'ucid',
    ]);
  });

  test('joins conditions, finds below a symbol, and counts and lists all matches', async () => {
    const filters = [
      {
        or: [
          { column: 'cpc', operator: 'under', value: 'A01K' },
          {
            and: [
              { column: 'cpc', operator: 'under', value: 'B64' },
              { not: { column: 'kind_code', operator: '=', value: 'A1' } },
            ],
          },
        ],
      },
    ];
    const facets = [
      { column: 'kind_code', top: 2 },
      { column: 'publication_date', interval: 'year' },
      { column: 'cpc', prefix: 3, begins: 'a0' },
      { column: 'grant_date', interval: 'auto' },
      { column: 'kind_code', by: { column: 'publication_date', interval: 'year' } },
    ];
    const sort = { column: 'publication_date', descending: true };
    const request = { filters, sort, fields: ['ucid', 'cpc', 'kind_code', 'publication_date'] };
    const items: Record<string, string>[] = [];
    let after: string | undefined;
    let total = 0;
    do {
      const { status, body } = await query({ ...request, facets, after, maxNumItems: 100 });
      expect([status, body.errors]).toEqual([200, undefined]);
      items.push(...body.foundItems);
      after = body.next;
      total = body.totalFoundItems;
      const [kinds, years, classes, grants, crossed] = body.facets;
      const ofYear = new Map<string, number>();
      for (const { by } of crossed.counts) {
        for (const { value, count } of by) ofYear.set(value, (ofYear.get(value) ?? 0) + count);
      }
      // Each row has one kind.
      for (const { value, count } of years.counts) expect(ofYear.get(value)).toBe(count);
      expect(classes.counts).toContainEqual({ value: 'A01', count: expect.any(Number) });
      for (const { value } of classes.counts) expect(value).toMatch(/^A0\d$/);
      expect(grants.interval).toBe('year');
      expect(kinds.counts).toHaveLength(2);
      const dated = years.counts.reduce(
        (sum: number, { count }: { count: number }) => sum + count,
        0,
      );
      expect(dated + years.missing).toBe(total);
    } while (after !== undefined);
    expect(items).toHaveLength(total);
    expect(total).toBeGreaterThan(5);
    const dates = items.map(({ publication_date }) => publication_date!);
    expect(dates).toEqual(dates.toSorted().toReversed());
    for (const { cpc, kind_code, conceptScore } of items) {
      expect(/A01K/.test(cpc!) || (/B64/.test(cpc!) && kind_code !== 'A1')).toBe(true);
      expect(conceptScore).toBe(0);
    }
    const ids = items.slice(0, 3).map(({ ucid }) => ucid!);
    const byId = await query({ filters: [{ column: 'ucid', operator: 'in', value: ids }] });
    expect(byId.body.totalFoundItems).toBe(3);
    const ranked = { conceptFeaturesString: 'bees', filters, maxNumItems: 2, pages: true };
    const first = (await query(ranked)).body;
    const second = (await query({ ...ranked, after: first.next })).body;
    const four = (await query({ ...ranked, maxNumItems: 4 })).body;
    expect([...first.foundItems, ...second.foundItems]).toEqual(four.foundItems);
    const differing = (await query({ ...ranked, maxNumItems: 100, distinct: 'kind_code' })).body;
    const [kinds] = (await query({ ...ranked, facets: facets.slice(0, 1) })).body.facets;
    const counts = new Map(
      differing.foundItems.map(
        ({ kind_code: value, sameValue: count }: Record<string, unknown>) => [value, count],
      ),
    );
    expect(counts.size).toBe(differing.foundItems.length);
    for (const { value, count } of kinds.counts) expect(counts.get(value)).toBe(count);
    const text = await query({ conceptFeaturesString: 'bees', filters, maxNumItems: 1 });
    expect(text.body).not.toHaveProperty('next');
    expect(text.body).not.toHaveProperty('facets');
  });

  test.each([
    [{ filters: [{ or: [] }] }, /filters\.0\.or: Too small/],
    [
      { filters: [{ or: [{ colum: 'cpc', operator: '=', value: 'x' }] }] },
      /or\.0: there is no "colum"/,
    ],
    [{ filters: [{ column: 'publication_date', operator: 'under', value: 'A' }] }, /holds no text/],
    [{ sort: { column: 'title' } }, /neither numbers nor dates/],
    [{ sort: 'rows', distinct: 'publication_date' }, /neither codes nor names/],
    [{ sort: 'rows', after: 'x' }, /Begin again/],
    [{ filters: [{ phrase: '?!' }] }, /has no words/],
    [{ filters: [{ phrase: 'bee', columns: ['cpc', 'ucid'] }] }, /not searched for words/],
    [{ filters: [{ near: ['bee', 'hive'], within: 101 }] }, /within/],
    [{ conceptFeaturesString: 'x', facets: [{ column: 'publication_date' }] }, /year, month, day/],
    [{ sort: 'rows', facets: [{ column: 'cpc', prefix: 1, begins: 'A01' }] }, /no longer than/],
  ])('refuses %j', async (request, message) => {
    const { status, body } = await query(request);
    expect([status, body.errors[0].code]).toEqual([400, 'InvalidRequest']);
    expect(body.errors[0].message).toMatch(message);
  });

  test('finds by phrases, nearness, beginnings and fields, and ranks what is found', async () => {
    const fields = ['ucid', 'title', 'cpc'];
    const search = async (conceptFeaturesString: string, more = {}) => {
      const syntax = 'query';
      const request = { conceptFeaturesString, syntax, fields, maxNumItems: 100, ...more };
      const { status, body } = await query(request);
      expect([status, body.queryProblem]).toEqual([200, undefined]);
      return body;
    };
    const phrase = await search('title:"unmanned aerial"');
    expect(phrase.totalFoundItems).toBeGreaterThan(0);
    for (const { title } of phrase.foundItems) expect(title).toMatch(/unmanned[ -]aerial/i);
    expect(phrase.foundItems[0].conceptScore).toBeGreaterThan(0);
    const hyphenated = await search('title:"UNMANNED-AERIAL"');
    expect(hyphenated.totalFoundItems).toBe(phrase.totalFoundItems);
    const without = await search('title:unmanned -title:"unmanned aerial" cpc:B64');
    for (const { title, cpc } of without.foundItems) {
      expect(title).toMatch(/unmanned/i);
      expect(title).not.toMatch(/unmanned[ -]aerial/i);
      expect(cpc).toContain('B64');
    }
    const begun = await search('title:unman*');
    expect(begun.totalFoundItems).toBe(
      phrase.totalFoundItems +
        (await search('title:unmanned -title:"unmanned aerial"')).totalFoundItems,
    );
    const condition = { phrase: 'unmanned aerial', columns: ['title'] };
    const asFilter = await query({ filters: [condition], fields });
    expect(asFilter.body.totalFoundItems).toBe(phrase.totalFoundItems);
    const broken = await query({ conceptFeaturesString: '"honey bees', syntax: 'query' });
    expect(broken.body.queryProblem).toMatch(/does not end/);
    expect(broken.body.foundItems.length).toBeGreaterThan(0);
    const unknown = await query({ conceptFeaturesString: 'bees nope:Ada', syntax: 'query' });
    expect(unknown.body.queryProblem).toBe('The index has no column "nope": read as words.');
    // A text is words unless a request says otherwise.
    const plain = await query({ conceptFeaturesString: 'title:"unmanned aerial"' });
    expect(plain.body.totalFoundItems).toBeGreaterThan(phrase.totalFoundItems);
  });

  test('refuses conditions of any depth', async () => {
    const deep = `${'{"not":'.repeat(99_999)}{}${'}'.repeat(99_999)}`;
    const answer = await post('query', `{"request":{"filters":[${deep}]}}`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('16 levels deep');
  });

  test('explains its hits on request, without other changes', async () => {
    const request = { conceptFeaturesString: 'keeping honey bees', maxNumItems: 5 };
    const plain = (await query(request)).body;
    const explained = (await query({ ...request, explain: true })).body;
    const without = explained.foundItems.map(
      ({ explanation, ...item }: Record<string, unknown>) => item,
    );
    expect(without).toEqual(plain.foundItems);
    expect(explained.foundItems[0].explanation.terms.length).toBeGreaterThan(0);
    expect(explained.foundItems[0].explanation.passage.text).toBeTruthy();
  });

  test('returns the positions of query words in the returned columns', async () => {
    const request = { conceptFeaturesString: 'keeping honey bees', maxNumItems: 20, explain: true };
    const { foundItems } = (await query(request)).body;
    const marked = foundItems.flatMap(
      ({ title, explanation }: { title: string; explanation: Explanation }) =>
        explanation.highlights.title!.map(([start, end]) => title.slice(start, end).toLowerCase()),
    );
    expect(marked.length).toBeGreaterThan(0);
    for (const word of marked) expect(word).toMatch(/^(keep|honey|bee)/);
  });

  test('leaves out irrelevant items on request, in items and total alike', async () => {
    const request = { conceptFeaturesString: 'protect a hive from parasites' };
    const all = (await query(request)).body;
    const relevant = (await query({ ...request, relevantOnly: true })).body;
    expect(relevant.totalFoundItems).toBe(relevant.foundItems.length);
    expect(relevant.totalFoundItems + relevant.lessRelevantItems).toBe(all.totalFoundItems);
    expect(relevant.foundItems.length).toBeGreaterThan(0);
    expect(relevant.foundItems.length).toBeLessThan(all.foundItems.length);
    expect(relevant.foundItems).toEqual(all.foundItems.slice(0, relevant.foundItems.length));
    const first = (await query({ ...request, relevantOnly: true, maxNumItems: 1 })).body;
    expect(first.totalFoundItems).toBe(relevant.totalFoundItems);
    expect(first.foundItems).toHaveLength(1);
    const minimumScore = all.foundItems[1].conceptScore;
    const best = (await query({ ...request, minimumScore, maxNumItems: 1 })).body;
    const reached = all.foundItems.filter((item: FoundItem) => item.conceptScore >= minimumScore);
    expect(best.totalFoundItems).toBe(reached.length);
    expect(best.foundItems).toEqual(reached.slice(0, 1));
  });

  test('ranks by the weights that a request gives the signals', async () => {
    const request = { conceptFeaturesString: 'protect a hive from parasites', explain: true };
    const byMeaning = (await query({ ...request, weights: { words: 0 } })).body;
    const shares = byMeaning.foundItems.flatMap(({ explanation }: FoundItem) => explanation!.terms);
    expect(Math.max(...shares.map(({ share }: { share: number }) => share))).toBe(0);
    const even = await query({ ...request, weights: { words: 2, meaning: 2 } });
    expect(even.body).toEqual((await query(request)).body);
    const refused = await query({ ...request, weights: { word: 2 } });
    expect(refused).toMatchObject({ status: 400 });
    expect(JSON.stringify(refused.body)).toContain('did you mean words?');
  });
});

test('the landing page shows what the sample catalogue answers', async () => {
  const [first] = specimen.hits;
  const { body } = await query({
    conceptFeaturesString: specimen.query,
    maxNumItems: 1,
    fields: ['ucid', 'title'],
  });
  // The landing page shows a real answer, so its values must be true.
  const { ucid, title } = first;
  expect(body).toMatchObject({
    totalFoundItems: specimen.totalFound,
    foundItems: [{ ucid, title, conceptScore: expect.closeTo(first.conceptScore, 1) }],
  });
  const found = await anonymous()('get-filtered-data', {
    body: { query: specimen.query, limit: 3 },
  });
  expect(found.documents.map(toHit)).toEqual(
    specimen.hits.map((hit) => ({ ...hit, conceptScore: expect.closeTo(hit.conceptScore, 1) })),
  );
});

const ucidOf = ({ ucid }: Record<string, unknown>) => ucid;

test('a search of the patents has one ranking, and names hits whose text is not here', async () => {
  const texts = [
    'solar powered drone',
    'ear piece that lets sound in',
    'keeping bees',
    specimen.query,
  ];
  const lacking: boolean[] = [];
  for (const text of texts) {
    const request = { conceptFeaturesString: text, maxNumItems: 20, relevantOnly: true };
    const { foundItems, totalFoundItems } = (await query(request)).body;
    const { documents, found } = await anonymous()('get-filtered-data', { body: { query: text } });
    expect(foundItems.length).toBeGreaterThan(0);
    expect(documents.map(({ ucid }) => ucid)).toEqual(foundItems.map(ucidOf));
    expect(found).toBe(totalFoundItems);
    lacking.push(...documents.map(({ has_text }) => !has_text));
  }
  expect(lacking).toContain(true);
  expect(lacking).toContain(false);
  // Of the words of this only two are known, which many patents have.
  const request = { conceptFeaturesString: 'earplug which lets sound in', relevantOnly: true };
  expect((await query(request)).body).toMatchObject({ totalFoundItems: 0, foundItems: [] });
  const body = { query: 'earplug which lets sound in' };
  expect(await anonymous()('get-filtered-data', { body })).toMatchObject({
    found: 0,
    documents: [],
  });
});

test('the patents that pass filters are found without a query, the newest first', async () => {
  const call = anonymous();
  const all = await call('get-filtered-data', { body: {} });
  const filters = { publication_date: '2015-01-01', publication_date_criteria: '<' } as const;
  const early = await call('get-filtered-data', { body: filters });
  const late = await call('get-filtered-data', {
    body: { ...filters, publication_date_criteria: '>', limit: 3 },
  });
  expect(early.found).toBeGreaterThan(0);
  expect(early.found).toBeLessThan(all.found);
  const days = late.documents.map(({ publication_date }) => publication_date!);
  expect(days).toHaveLength(3);
  expect(days).toEqual(days.toSorted().toReversed());
  expect(days[0]).toBe(all.documents[0]!.publication_date);
  const classed = await call('get-filtered-data', { body: { cpc: 'A01K' } });
  expect(classed.found).toBeGreaterThan(0);
  for (const { cpc } of classed.documents) {
    expect(cpc.some((symbol) => symbol.startsWith('A01K'))).toBe(true);
  }
});

test('the OpenAPI document describes every call', async () => {
  const document = await anonymous()('get-openapi');
  expect(document).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: origin() }],
    components: { securitySchemes: { apiKey: { name: 'x-api-key' } } },
  });
});
