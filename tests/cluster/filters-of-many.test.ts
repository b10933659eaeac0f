import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchFilter } from '#engine';
import { seededRandom } from '#engine/random.ts';
import { type BuiltIndex, buildFromCsv } from '#engine/test-corpus.ts';
import { type PlacedIndex, placeOnCluster } from './support/placed-index.ts';

/** So many rows that words alone find the best of the index. */
const ROWS = 1_500;
const WORDS = 60;

let embedded: BuiltIndex;
let placed: PlacedIndex;

beforeAll(async () => {
  const random = seededRandom(3);
  const word = () => `w${String.fromCharCode(97 + (random() * WORDS) / 26, 97 + random() * 26)}en`;
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const words = Array.from({ length: 20 }, word).join(' ');
    return `${words},F${row % 4},S${row % 50}`;
  });
  const csv = ['text,fourth,section', ...rows].join('\n');
  embedded = await buildFromCsv(csv, { text: 'index' });
  placed = await placeOnCluster(embedded);
});
afterAll(() => placed?.remove());

const fourth: SearchFilter = { column: 'fourth', operator: '=', value: 'F1' };
const section: SearchFilter = { column: 'section', operator: '=', value: 'S7' };

test.each([
  ['many', 'waben wacen waden', fourth],
  ['few', 'waeen wafen wagen', section],
] as const)('ranks %s rows that pass as in segments', async (_, text, filter) => {
  const request = { text, limit: 100, filters: [filter] };
  const [here, there] = await Promise.all([
    embedded.index.search(request),
    placed.index.search(request),
  ]);
  expect(there.totalFound).toBe(here.totalFound);
  expect(there.hits).toHaveLength(here.hits.length);
  // A cluster scales scores by fewer rows, which changes the order a little.
  const found = new Set(here.hits.map(({ number }) => number));
  const same = there.hits.filter(({ number }) => found.has(number));
  expect(same.length).toBeGreaterThan(0.9 * found.size);
});

test('near rows count as matches, but do not change the order', async () => {
  const request = { text: 'waben wacen waden', limit: 20, filters: [section] };
  const plain = await placed.index.search(request);
  const counted = await placed.index.search({ ...request, facets: [{ column: 'fourth' }] });
  expect(counted.hits.map(({ number }) => number)).toEqual(plain.hits.map(({ number }) => number));
  const { counts } = counted.facets![0]!;
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(ROWS / 50);
  expect(counted.totalFound).toBe(plain.totalFound);
});
