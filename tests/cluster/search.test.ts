import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type FacetRequest,
  type FilterTree,
  type SearchFilter,
  type SearchHit,
  type SortOrder,
  Synonyms,
} from '#engine';
import { type BuiltIndex, buildFromCsv } from '#engine/test-corpus.ts';
import { type PlacedIndex, placeOnCluster } from './support/placed-index.ts';

/** The sample patents, embedded and on a real cluster: the same rows, order and explanations. */
let embedded: BuiltIndex;
let placed: PlacedIndex;

beforeAll(async () => {
  const csv = readFileSync('packages/local/catalog/us_patents.csv', 'utf8');
  embedded = await buildFromCsv(csv, { text: 'index' }, 60_000);
  placed = await placeOnCluster(embedded);
});
afterAll(() => placed?.remove());

const queries = [
  'solar powered drone',
  'keep ice off the blades of a wind turbine',
  'find the swarm before the bees leave',
  'quadcoptr batery',
  'photo voltaic roof tiles',
  'solarcells on a windturbine',
  'US 2014/0123456 A1',
  'organisms that make fuel from sugar, and a very long request that tells of tanks, membranes, enzymes, light and heat',
  'zzzxqy',
];

async function both(text: string, filters: FilterTree[] = [], more = {}) {
  const request = { text, filters, limit: 100, ...more };
  return Promise.all([embedded.index.search(request), placed.index.search(request)]);
}

const numbers = (hits: readonly SearchHit[]) => hits.map(({ number }) => number);

test('the index has several segments', () => {
  expect(embedded.manifest.segments.length).toBeGreaterThan(1);
});

test.each(queries)('finds the same rows for: %s', async (text) => {
  const [here, there] = await both(text);
  expect(numbers(there.hits)).toEqual(numbers(here.hits));
  expect(there.totalFound).toBe(here.totalFound);
  there.hits.forEach(({ row, score }, position) => {
    expect(row).toEqual(here.hits[position]!.row);
    expect(Math.abs(score - here.hits[position]!.score)).toBeLessThan(0.01);
  });
});

test('applies the same synonyms', async () => {
  const synonyms = new Synonyms([
    { words: ['quadrotor', 'multicopter', 'drone'] },
    { words: ['zzzxqy'], means: ['wind turbine'] },
  ]);
  for (const text of ['solar powered drone', 'ice on a zzzxqy']) {
    const [here, there] = await both(text, [], { synonyms, explain: true });
    expect(numbers(there.hits)).toEqual(numbers(here.hits));
    expect(there.synonyms).toEqual(here.synonyms);
    expect(there.synonyms).toHaveLength(1);
    expect(there.hits[0]!.explanation).toEqual(here.hits[0]!.explanation);
  }
});

const filters: FilterTree[][] = [
  [{ column: 'publication_date', operator: '<', value: '2010' }],
  [{ column: 'publication_date', operator: '=', value: '2018' }],
  [{ column: 'publication_date', operator: '!=', value: '2018' }],
  [{ column: 'grant_date', operator: '>=', value: '2015-06' }],
  [{ column: 'grant_date', operator: 'exists', value: 'false' }],
  [{ column: 'kind_code', operator: '=', value: 'b2' }],
  [{ column: 'kind_code', operator: 'in', value: ['A1', 'A'] }],
  [{ column: 'kind_code', operator: '!=', value: 'B2' }],
  [{ column: 'kind_code', operator: '<', value: 'b' }],
  [{ column: 'kind_code', operator: '>=', value: 'B1' }],
  [{ column: 'kind_code', operator: '>', value: '5' }],
  [{ column: 'cpc', operator: '=', value: 'B64U 10/25' }],
  [{ column: 'cpc', operator: '<=', value: 'C12N' }],
  [{ column: 'cpc', operator: '>', value: 'F03D 80/40' }],
  [{ column: 'assignee', operator: '<', value: 'M' }],
  [{ column: 'ucid', operator: 'in', value: ['us3703998a', 'US 3703998-A'] }],
  [{ column: 'cpc', operator: 'begins', value: 'b64 u' }],
  [{ column: 'cpc', operator: 'under', value: 'B64' }],
  [{ column: 'cpc', operator: 'under', value: 'F03D80/00' }],
  [{ column: 'cpc', operator: 'under', value: 'f03d.0080' }],
  [{ column: 'cpc', operator: 'contains', value: '/0' }],
  [{ column: 'assignee', operator: 'named', value: 'Energy & Systems Ltd.' }],
  [{ column: 'assignee', operator: 'named', value: 'energy' }],
  [
    {
      or: [
        { column: 'cpc', operator: 'under', value: 'C12' },
        { not: { column: 'kind_code', operator: 'begins', value: 'B' } },
        {
          and: [
            { column: 'assignee', operator: 'contains', value: 'a' },
            { column: 'grant_date', operator: '<', value: '2012' },
          ],
        },
      ],
    },
    { not: { or: [{ column: 'publication_date', operator: '=', value: '2018' }] } },
  ],
  [{ phrase: 'aircraft' }],
  [{ phrase: 'Unmanned-Aerial' }],
  [{ phrase: 'the unmanned', columns: ['text'] }],
  [{ phrase: 'unm*', columns: ['title', 'cpc'] }],
  [{ phrase: 'un* air*' }],
  [{ not: { phrase: 'b64u 10/2*', columns: ['cpc'] } }],
  [{ near: ['wind turbine', 'bl*'], within: 4 }],
  [{ near: ['the', 'of a'], within: 0, columns: ['text'] }],
  [{ near: ['the', 'the'], within: 2 }],
  [{ and: [{ phrase: 'solar' }, { or: [{ phrase: 'cell*' }, { phrase: 'zzzxqy' }] }] }],
  [
    { column: 'assignee', operator: 'exists' },
    { column: 'publication_date', operator: '>', value: '2000' },
  ],
];

test.each(filters)('keeps the same rows with the filter %j', async (...given) => {
  for (const text of ['solar powered drone', '', 'zzzxqy']) {
    const [here, there] = await both(text, given, { limit: 1000 });
    expect(new Set(numbers(there.hits))).toEqual(new Set(numbers(here.hits)));
    expect(there.totalFound).toBe(here.totalFound);
  }
});

test('scores a text by the whole index that is first asked for with a filter', async () => {
  for (const [i, text] of ['electric aircraft battery', 'algae in a tank'].entries()) {
    const given = filters[i]!;
    const [here, there] = await both(text, given);
    expect(here.hits.length).toBeGreaterThan(10);
    expect(numbers(there.hits)).toEqual(numbers(here.hits));
    const [, all] = await both(text);
    const scores = new Map(all.hits.map(({ number, score }) => [number, score]));
    for (const { number, score } of there.hits.filter((hit) => scores.has(hit.number))) {
      expect(score).toBeCloseTo(scores.get(number)!, 10);
    }
  }
});

const facets: FacetRequest[] = [
  { column: 'cpc', top: 7 },
  { column: 'kind_code' },
  { column: 'cpc', prefix: 4, top: 50 },
  { column: 'cpc', prefix: 3, begins: 'A' },
  { column: 'cpc', prefix: 4, top: 5, by: { column: 'publication_date', interval: 'auto' } },
  { column: 'assignee', by: { column: 'publication_date', interval: 'year' } },
  { column: 'ucid', prefix: 2 },
  { column: 'publication_date', interval: 'auto' },
  { column: 'assignee', top: 1000 },
  { column: 'publication_date', interval: 'year' },
  { column: 'grant_date', interval: 'month' },
];
const orders: SortOrder[] = [
  'rows',
  { column: 'publication_date' },
  { column: 'grant_date', descending: true },
];

test.each([
  ['', []],
  ['', filters[1]!],
  ['solar powered drone', []],
  ['solar powered drone', filters[8]!],
  ['zzzxqy', filters[0]!],
  ['US3703998A', []],
])('counts and lists the same matches for "%s" with %j', async (text, given) => {
  const [here, there] = await both(text, given, { facets, fields: [] });
  expect(there.facets).toEqual(here.facets);
  expect(there.totalFound).toBe(here.totalFound);
  const [relevant, relevantThere] = await both(text, given, { facets, relevantOnly: true });
  expect(relevantThere.facets).toEqual(relevant.facets);
  expect(relevantThere.lessRelevant).toBe(relevant.lessRelevant);
  for (const sort of orders) {
    const walk = async ({ index }: BuiltIndex | PlacedIndex) => {
      const rows: number[] = [];
      let after: string | undefined;
      do {
        const request = { text, filters: given, sort, after, limit: 60, fields: ['ucid'] };
        const page = await index.search(request);
        rows.push(...numbers(page.hits));
        after = page.next;
      } while (after !== undefined);
      return rows;
    };
    expect(await walk(placed)).toEqual(await walk(embedded));
  }
});

test.each([
  ['', [], undefined],
  ['', filters[1]!, { column: 'grant_date', descending: true }],
  ['solar powered drone', [], undefined],
  ['solar powered drone', [], 'rows'],
  ['US3703998A', [], undefined],
] as const)('shows one match of each value of "%s" with %j by %j', async (text, given, sort) => {
  for (const distinct of ['assignee', 'cpc', 'kind_code']) {
    const walk = async ({ index }: BuiltIndex | PlacedIndex) => {
      const shown: unknown[] = [];
      let after: string | undefined;
      do {
        const request = { text, filters: [...given], sort, pages: true, distinct, after };
        const page = await index.search({ ...request, limit: 7, fields: [] });
        shown.push(...page.hits.map(({ number, sameValue }) => [number, sameValue]));
        after = page.next;
      } while (after !== undefined);
      return shown;
    };
    const here = await walk(embedded);
    expect(here.length).toBeGreaterThan(0);
    expect(await walk(placed)).toEqual(here);
  }
});

test('gives the same ranked pages', async () => {
  const walk = async ({ index }: BuiltIndex | PlacedIndex) => {
    const rows: number[] = [];
    let after: string | undefined;
    do {
      const text = 'solar powered drone';
      const page = await index.search({ text, limit: 40, pages: true, after, fields: [] });
      rows.push(...numbers(page.hits));
      after = page.next;
    } while (after !== undefined);
    return rows;
  };
  const here = await walk(embedded);
  expect(new Set(here).size).toBe(here.length);
  expect(await walk(placed)).toEqual(here);
});

test('explains a listed row', async () => {
  const [here, there] = await both('', filters[1], { limit: 2, explain: true });
  expect(there.hits).toEqual(here.hits);
  expect(there.hits[0]!.passage!.text).not.toBe('');
});

test('refuses what it cannot compare', async () => {
  const compare = (filter: SearchFilter) =>
    placed.index.search({ text: 'drone', limit: 10, filters: [filter] });
  await expect(compare({ column: 'text', operator: 'exists' })).rejects.toThrow(/long text/);
  await expect(compare({ column: 'no_such', operator: 'exists' })).rejects.toThrow(/no column/);
});

test('explains hits alike', async () => {
  const [here, there] = await both('solar powered drone', [], { limit: 3, explain: true });
  there.hits.forEach((hit, i) => {
    const { explanation, passage, highlights } = here.hits[i]!;
    expect(hit.explanation!.terms.map(({ term }) => term)).toEqual(
      explanation!.terms.map(({ term }) => term),
    );
    expect(hit.passage!.text).toBe(passage!.text);
    expect(hit.highlights).toEqual(highlights);
  });
});

test('finds a row by its id', async () => {
  const [, there] = await both('US-3703998-A');
  expect(there.hits[0]).toMatchObject({ score: 1, row: { ucid: 'US-3703998-A' } });
});

test('searches at the same time do not mix their candidates', async () => {
  const one = await Promise.all(queries.map((text) => placed.index.search({ text, limit: 20 })));
  for (const [i, text] of queries.entries()) {
    const alone = await placed.index.search({ text, limit: 20 });
    expect(one[i]).toEqual(alone);
  }
});

test('gives vectors and related words from the model alone', async () => {
  expect(await placed.index.vector('drone')).toEqual(await embedded.index.vector('drone'));
  expect(await placed.index.dictionary('drone', 5)).toEqual(
    await embedded.index.dictionary('drone', 5),
  );
});
