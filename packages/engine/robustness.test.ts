import { expect, it } from 'vitest';
import { buildFromCsv } from './test-corpus.ts';

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csv = (...texts: string[]) =>
  ['id,text', ...texts.map((text, i) => `${i + 1},${cell(text)}`)].join('\n');
const ids = async (data: string, text: string) => {
  const { index } = await buildFromCsv(data);
  return (await index.search({ text, limit: 10 })).hits.map((hit) => hit.row.id);
};

it('serves a corpus of one row', async () => {
  expect(await ids(csv('a lonely row about volcanoes'), 'volcano')).toEqual(['1']);
});

it('serves a corpus of one word', async () => {
  expect(await ids(csv('word', 'word'), 'word')).toEqual(['1', '2']);
});

it('keeps a hundred thousand identical rows in the order of the file', async () => {
  const rows = 100_000;
  const { index, manifest } = await buildFromCsv(csv(...Array(rows).fill('the same text again')));
  const { hits, totalFound } = await index.search({ text: 'same text', limit: 1_000 });
  expect(hits.map((hit) => hit.row.id)).toEqual(
    Array.from({ length: 1_000 }, (_, i) => `${i + 1}`),
  );
  expect(new Set(hits.map((hit) => hit.score)).size).toBe(1);
  expect(totalFound).toBe(rows);
  expect(manifest.rowCount).toBe(rows);
});

it('finds the one row that differs from all others', async () => {
  const texts = Array<string>(3_000).fill('the same text again');
  texts[2_345] = 'the same text again, with a zebra';
  expect((await ids(csv(...texts), 'zebra'))[0]).toBe('2346');
});

it.each(['NaN', 'undefined', 'null', 'Infinity', '0', '-1e999', '__proto__', 'constructor'])(
  'treats the text %s as a word',
  async (text) => {
    const data = csv(text, 'bread and cheese', `${text} ${text}`);
    expect(new Set(await ids(data, text))).toEqual(new Set(['1', '3']));
  },
);

it('rejects rows without text, with the reason', async () => {
  const { index, rejects, manifest } = await buildFromCsv(csv('', 'bread', '   ', '\n', 'oven'));
  expect(manifest.rowCount).toBe(2);
  expect(rejects).toHaveLength(3);
  const { hits } = await index.search({ text: 'oven', limit: 5 });
  expect(hits[0]!.row.id).toBe('5');
});

it('keeps rows whose text has no word, and answers words of the others', async () => {
  const data = csv('—', '...', '<br/>', 'a warm oven', '\u202e\u200b');
  const { index, manifest } = await buildFromCsv(data);
  expect(manifest.rowCount).toBe(5);
  const { hits } = await index.search({ text: 'ovens', limit: 5, explain: true });
  expect(hits.map((hit) => hit.row.id)).toEqual(['4']);
});

it('serves a corpus without any word', async () => {
  const { index } = await buildFromCsv(csv('...', '‐ ‐', '!?'));
  expect(await index.search({ text: 'word', limit: 5 })).toEqual({ totalFound: 0, hits: [] });
  expect(await index.dictionary('word', 5)).toEqual([]);
  expect(await index.vector('word')).toEqual([]);
});

it.each([
  ['empty', ''],
  ['of blanks', ' \n\t\u00a0'],
  ['of emoji', '😀👍🏽👩‍👩‍👧'],
  ['of marks', '*?"\\{}()[]~^&|'],
  ['of control characters', '\0\u0007\u001b[31m'],
  ['of a lone surrogate', '\ud800'],
  ['of a tag that never ends', '<a '.repeat(10_000)],
  ['of one endless word', 'x'.repeat(1_000_000)],
  ['of one word a million times', 'bread '.repeat(200_000)],
  ['of many words', Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ')],
])('answers a query %s', async (_, text) => {
  const { index } = await buildFromCsv(csv('bread in an oven', 'cheese in a cellar'));
  const { hits } = await index.search({ text, limit: 5, explain: true });
  for (const { score } of hits) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
  }
  expect((await index.vector(text)).every(Number.isFinite)).toBe(true);
  expect((await index.dictionary(text, 3)).every(({ score }) => Number.isFinite(score))).toBe(true);
});

it.each([
  ['Chinese', '太阳能电池板把阳光变成电', '牛奶变成奶酪', '太阳能'],
  ['Japanese', '東京の天気は晴れです', 'パンを焼くオーブン', '東京'],
  ['Thai', 'แผงโซลาร์เซลล์ผลิตไฟฟ้า', 'ขนมปังอบในเตา', 'ไฟฟ้า'],
  ['Arabic', 'الطاقة الشمسية تنتج الكهرباء', 'الخبز في الفرن', 'الكهرباء'],
  ['Hebrew', 'אנרגיה סולארית מייצרת חשמל', 'לחם בתנור', 'חשמל'],
  ['Greek with accents', 'ηλιακή ενέργεια', 'ψωμί στον φούρνο', 'ΗΛΙΑΚΗ'],
  ['Hindi', 'सौर ऊर्जा से बिजली', 'ओवन में रोटी', 'बिजली'],
])('finds %s text', async (_, first, second, query) => {
  expect((await ids(csv(first, second), query))[0]).toBe('1');
});

it('finds right-to-left words among others, with and without direction marks', async () => {
  const data = csv('A \u2067חשמל\u2069 panel (ירוק)', 'A bread לחם');
  expect((await ids(data, '\u200fחשמל'))[0]).toBe('1');
  expect((await ids(data, 'לחם bread'))[0]).toBe('2');
});

it('distinguishes words of scripts outside the basic multilingual plane', async () => {
  const data = csv('𐐷𐐲𐑌 one', '𐐷𐐲𐑋 two', '𠮷野家 three');
  expect((await ids(data, '𐐏𐐊𐐤'))[0]).toBe('1');
  expect((await ids(data, '𠮷野'))[0]).toBe('3');
});

it('finds emoji, and ignores markup around words', async () => {
  const data = csv('<p class="x">solar&nbsp;<b>panel</b></p> 😀👍🏽', 'a class of bread');
  expect(await ids(data, 'panel 😀')).toEqual(['1']);
  expect(await ids(data, 'class')).toEqual(['2']);
  expect(await ids(data, '😀')).toEqual(['1']);
});

it('reads words of HTML pages and nothing else', async () => {
  const page = (body: string) =>
    `<!DOCTYPE html><html lang="en"><head><title>x</title></head><body onload="run()">${body}</body>`;
  const data = csv(page('<h1>Solar&nbsp;power</h1>'), page('<a href="/solar">Wind</a> &lt;power>'));
  expect(await ids(data, 'onload')).toEqual([]);
  expect((await ids(data, 'solar'))[0]).toBe('1');
  expect((await ids(data, 'wind power'))[0]).toBe('2');
});

it('indexes and queries a text of 5 MB', async () => {
  const long = 'solar energy from the roof of a house. '.repeat(130_000);
  const { index } = await buildFromCsv(csv(long, 'bread and cheese'));
  const { hits } = await index.search({ text: long, limit: 2, explain: true });
  expect(hits[0]?.row.id).toBe('1');
  expect(hits[0]!.passage!.text.length).toBeLessThanOrEqual(320);
});
