import { beforeAll, expect, test } from 'vitest';
import { animals, createIndex, upload, waitForBuild } from './support/datasets.ts';
import { type Member, newAdmin } from './support/people.ts';

let admin: Member;
let index_id: string;
let other_index_id: string;
beforeAll(async () => {
  admin = await newAdmin();
  const build = async (name: string, csv: string) => {
    const key = await upload(admin, `${name}.csv`, csv);
    const { item_id } = await createIndex(admin, name, key);
    await waitForBuild(admin, item_id);
    return item_id;
  };
  [index_id, other_index_id] = await Promise.all([build('before', animals), build('after', later)]);
});

/** Two of the animals, one in other words, and something else. */
const later = [
  ...animals.split('\n').slice(0, 3),
  'n3,Wolves,"In the forest packs of wolves hunt deer by night."',
  'n4,Steel,"Steel is an alloy of iron and carbon, made in furnaces."',
  '',
].join('\n');

const compare = (body: { text?: string; syntax?: 'words' | 'query' } = {}) =>
  admin.call('list-counterparts', {
    body: { index_id: other_index_id, other_index_id: index_id, ...body },
  });

test('rows come with the nearest row of the other index, in their order', async () => {
  const { total, items, next } = await compare();
  expect({ total, next }).toEqual({ total: 4, next: undefined });
  expect(items.map(({ row, counterpart }) => [row.title, counterpart?.title])).toMatchObject([
    ['Blue whale', 'Blue whale'],
    ['Dolphin', 'Dolphin'],
    ['Wolves', 'Grey wolf'],
    ['Steel', undefined],
  ]);
  const [same, , near, unlike] = items.map(({ nearness }) => nearness);
  expect(same).toBeGreaterThan(0.8);
  expect(near).toBeGreaterThan(unlike!);
  expect(unlike).toBe(0);
  // What is not needed to name a row is not told.
  expect(Object.keys(items[0]!.row).toSorted()).toEqual(['id', 'title']);
});

test('a query decides which rows are compared', async () => {
  const { total, items } = await compare({ text: 'title:wolves', syntax: 'query' });
  expect(total).toBe(1);
  expect(items.map(({ row }) => row.id)).toEqual(['n3']);
});

test.each([
  ['index_id', 'idx_none'],
  ['other_index_id', 'idx_none'],
])('a wrong %s is refused', async (name, value) => {
  const body = { index_id, other_index_id, [name]: value };
  await expect(admin.call('list-counterparts', { body })).rejects.toMatchObject({
    code: 'IndexNotFound',
  });
});

test('pages follow each other to the last row', async () => {
  const titles: string[] = [];
  let after: string | undefined;
  do {
    const body = { index_id: 'arxiv', other_index_id: index_id, after };
    const { items, next } = await admin.call('list-counterparts', { body });
    titles.push(...items.map(({ row }) => row.title!));
    after = next;
  } while (after !== undefined && titles.length < 150);
  expect(titles).toHaveLength(150);
  expect(new Set(titles).size).toBeGreaterThan(140);
});
