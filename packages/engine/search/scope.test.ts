import { describe, expect, test } from 'vitest';
import type { FilterTree } from '../conditions.ts';
import { QueryError } from '../errors.ts';
import type { FacetRequest } from '../facets.ts';
import type { SearchHit, SearchIndex, SearchRequest } from '../query/search-index.ts';
import { type Random, seededRandom } from '../random.ts';
import { buildFromCsv } from '../test-corpus.ts';
import { Synonyms } from '../words/synonyms.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20261126);
const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!;
const some = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: 1 + Math.floor(random() * most) }, make);

/** Words of all rows, of the rows that are seen, and of the others. Some are spelled like words that are not seen. */
const common = 'engine valve piston oil filter turning the pressures of a cylinder'.split(' ');
const own = 'honey hives queen beekeeping comb wax'.split(' ');
const foreign = 'merger lawsuit hive bluebird acquisitions engines queens honeycomb'.split(' ');
const nowhere = 'zzyzx honney mergr bluebirds'.split(' ');
const asked = [...common, ...own, ...foreign, ...nowhere];
const categories = ['A01K 47/06', 'A01K 51/00', 'B64C 1/00', 'F02B'];
const foreignCategories = ['G06N 3/08', 'A01K 47/99'];

function row(random: Random, i: number, isOwn: boolean): string {
  const words = isOwn ? [...common, ...own] : [...common, ...foreign];
  const text = (most: number) => some(random, most, () => pick(random, words)).join(' ');
  const codes = isOwn ? categories : [...categories, ...foreignCategories];
  const day = `20${10 + Math.floor(random() * 10)}-0${1 + Math.floor(random() * 9)}-15`;
  const number = Math.floor(random() * (isOwn ? 40 : 900));
  const secret = isOwn ? 'gold' : 'lead';
  return [
    `${isOwn ? 'own' : 'far'}-${1000 + i}`,
    text(4),
    `${text(12)}. ${text(12)}. The end.`,
    some(random, 2, () => pick(random, codes)).join('; '),
    number,
    day,
    secret,
    isOwn ? 'a' : pick(random, ['b', 'c']),
  ].join(',');
}

const header = 'id,title,text,category,amount,day,secret,tenant';

/** The same rows alone, and among others. */
async function twins(random: Random, ownRows: number, otherRows: number) {
  const mine = Array.from({ length: ownRows }, (_, i) => row(random, i, true));
  const others = Array.from({ length: otherRows }, (_, i) => row(random, i, false));
  // In the order of the seen rows, others between them.
  const all: string[] = [];
  const left = { mine: mine.slice(), others: others.slice() };
  while (left.mine.length + left.others.length > 0) {
    const takesMine = random() < left.mine.length / (left.mine.length + left.others.length);
    all.push((takesMine ? left.mine : left.others).shift()!);
  }
  const open = async (rows: string[]) =>
    (await buildFromCsv([header, ...rows].join('\n'), { text: 'index' }, 20_000)).index;
  const [alone, among] = [await open(mine), await open(all)];
  expect(among.columns).toEqual(alone.columns);
  return { alone, among };
}

const scope = {
  rows: [{ column: 'tenant', operator: '=', value: 'a' }],
  columns: ['id', 'title', 'text', 'category', 'amount', 'day'],
} as const;
const named = [...scope.columns, 'secret', 'tenant', 'none'];

function condition(random: Random, depth = 0): FilterTree {
  const joins = depth < 2 ? 3 : 0;
  const parts = () => some(random, 2, () => condition(random, depth + 1));
  const codes = [...categories, ...foreignCategories];
  switch (Math.floor(random() * (7 + joins))) {
    case 0:
      return {
        column: 'category',
        operator: pick(random, ['=', '!=', 'under', 'begins']),
        value: pick(random, codes),
      };
    case 1:
      return {
        column: 'amount',
        operator: pick(random, ['<', '>=', '=']),
        value: String(Math.floor(random() * 60)),
      };
    case 2:
      return { column: 'id', operator: 'in', value: ['own-1003', 'own-1007', 'far-1004'] };
    case 3:
      return {
        phrase: pick(random, [pick(random, asked), 'turning the', 'h*', 'merg*', 'a hives*']),
      };
    case 4:
      return { near: [pick(random, asked), pick(random, asked)], within: 3, columns: ['text'] };
    case 5:
      return { column: pick(random, named), operator: 'exists', value: 'true' };
    case 6:
      return {
        column: pick(random, ['id', 'secret', 'tenant']),
        operator: 'contains',
        value: pick(random, ['far', 'own', 'gold', 'lead', 'a']),
      };
    case 7:
      return { and: parts() };
    case 8:
      return { or: parts() };
    default:
      return { not: condition(random, depth + 1) };
  }
}

function facet(random: Random): FacetRequest {
  const column = pick(random, ['category', 'category', 'amount', 'day', 'id', 'secret']);
  if (column === 'amount') return { column, interval: pick(random, ['auto', 10]) };
  if (column === 'day') return { column, interval: pick(random, ['auto', 'year']) };
  const by = { column: 'day', interval: 'auto' } as const;
  return { column, top: 5, ...(random() < 0.3 && { prefix: 4 }), ...(random() < 0.3 && { by }) };
}

/** A request of any kind. `isListed`: in an order that scores do not decide. */
function anyRequest(random: Random): SearchRequest & { isListed: boolean } {
  const chance = (share: number) => random() < share;
  const text = chance(0.7) ? some(random, 4, () => pick(random, asked)).join(' ') : '';
  const code = chance(0.1) ? pick(random, ['own-1005', 'far-1005', 'far-1']) : text;
  const sort = pick(random, [
    'rows',
    { column: 'amount', descending: true },
    { column: 'day' },
    { column: pick(random, named) },
  ] as const);
  const isSorted = chance(0.3);
  const entry = { words: ['honey', 'merger', 'wax'] };
  return {
    text: code,
    limit: chance(0.7) ? 1000 : 7,
    isListed: code === '' || isSorted,
    ...(chance(0.5) && { filters: some(random, 2, () => condition(random)) }),
    ...(isSorted && { sort }),
    ...(chance(0.4) && { facets: some(random, 2, () => facet(random)) }),
    ...(chance(0.2) && { distinct: pick(random, ['category', 'category', 'secret', 'id']) }),
    ...(chance(0.4) && { explain: true }),
    ...(chance(0.3) && { fields: some(random, 3, () => pick(random, named)) }),
    ...(chance(0.3) && { synonyms: new Synonyms([entry]) }),
  };
}

/** All that a search tells, but for scores: what they decide is compared as a set. */
async function toldBy(index: SearchIndex, { isListed, ...request }: ReturnType<typeof anyRequest>) {
  try {
    const found = await index.search(request);
    const { totalFound, facets, synonyms } = found;
    const isWhole = totalFound <= request.limit;
    const plain = ({ number: _, score, ...hit }: SearchHit) => JSON.stringify(hit);
    const hits = found.hits.map(plain);
    const pages: string[][] = [];
    for (let { next } = found; next !== undefined; ) {
      const page: Awaited<ReturnType<SearchIndex['search']>> = await index.search({
        ...request,
        after: next,
      });
      pages.push(page.hits.map(plain));
      next = page.next;
    }
    const isGrouped = request.distinct !== undefined;
    return {
      totalFound,
      facets,
      synonyms,
      count: hits.length,
      ...(isListed && { hits, pages }),
      ...(!isListed && isWhole && !isGrouped && { hits: hits.toSorted() }),
      ...(!isListed &&
        isWhole &&
        isGrouped && { groups: found.hits.map((hit) => String(hit.sameValue)).toSorted() }),
    };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { code: error.code, message: error.message };
  }
}

describe('a part of an index', () => {
  test('is told apart by nothing but scores from an index that has only these rows', async () => {
    const random = seededRandom(seed);
    const { alone, among } = await twins(random, 90, 300);
    const [seen, other] = [alone.within(scope), among.within(scope)];
    let differences = 0;
    let refusals = 0;
    for (let round = 0; round < 400; round++) {
      const request = anyRequest(random);
      const told = await toldBy(seen, request);
      expect(
        await toldBy(other, request),
        `seed ${seed}, round ${round}: ${JSON.stringify(request)}`,
      ).toEqual(told);
      if ('code' in told) refusals++;
      // What the test would find if a part were a filter alone.
      const filters = [...(request.filters ?? []), ...scope.rows];
      const filtered = { ...request, filters, fields: request.fields ?? ['id'] };
      const [a, b] = [await toldBy(alone, filtered), await toldBy(among, filtered)];
      if (JSON.stringify(a) !== JSON.stringify(b)) differences++;
    }
    expect(differences).toBeGreaterThan(20);
    expect(refusals).toBeGreaterThan(20);
    expect(refusals).toBeLessThan(400);
  });

  test('counts matches alike where only the best of them are ranked', async () => {
    const random = seededRandom(seed + 1);
    const { alone, among } = await twins(random, 1_150, 300);
    const [seen, other] = [alone.within(scope), among.within(scope)];
    for (const word of [...asked, 'bluebird zzyzx', 'bluebird honey', 'the']) {
      const request = { text: word, limit: 5 };
      const { totalFound } = await seen.search(request);
      expect((await other.search(request)).totalFound, word).toBe(totalFound);
    }
    for (const word of ['bluebird', 'zzyzx']) {
      const { hits } = await other.search({ text: word, limit: 3 });
      expect(new Set(hits.map(({ score }) => score)), word).toEqual(new Set([0]));
    }
  });

  test('has no dictionary and no vectors of texts, and columns beyond it do not exist', async () => {
    const { among } = await twins(seededRandom(seed), 30, 30);
    const seen = among.within({ columns: ['id', 'title', 'tenant'] });
    expect(seen.columns.map(({ name }) => name)).toEqual(['id', 'title', 'tenant']);
    for (const told of [seen.dictionary('honey', 5), seen.vector('honey'), seen.words(['honey'])]) {
      await expect(told).rejects.toBeInstanceOf(QueryError);
    }
    const explained = await seen.search({ text: 'honey engine', limit: 3, explain: true });
    for (const hit of explained.hits) {
      expect(Object.keys(hit.row).toSorted()).toEqual(['id', 'tenant', 'title']);
      expect(hit.passage).toBeNull();
      expect(hit.explanation).toEqual({ terms: [], concepts: [] });
      expect(Object.keys(hit.highlights!)).toEqual(['title', 'tenant']);
    }
    // Words are looked for where they are seen.
    const inText = await among.search({ text: '', filters: [{ phrase: 'the end' }], limit: 1 });
    expect(inText.totalFound).toBe(60);
    const inTitle = await seen.search({ text: '', filters: [{ phrase: 'the end' }], limit: 1 });
    expect(inTitle.totalFound).toBe(0);
    // Nor does a code of a column that is not seen bring its row first.
    const blind = among.within({ columns: ['title'] });
    const byCode = await blind.search({ text: 'own-1005', limit: 60, fields: ['title'] });
    expect(byCode.hits.every(({ score }) => score < 1)).toBe(true);
  });
});
