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

it('keeps identical rows in the order of the file', async () => {
  const { index, manifest } = await buildFromCsv(csv(...Array(2_000).fill('the same text again')));
  const { hits, totalFound } = await index.search({ text: 'same text', limit: 3 });
  expect(hits.map((hit) => hit.row.id)).toEqual(['1', '2', '3']);
  expect(new Set(hits.map((hit) => hit.score)).size).toBe(1);
  expect(totalFound).toBe(2_000);
  expect(manifest.rowCount).toBe(2_000);
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

it('ignores emoji and markup around words', async () => {
  const data = csv('<p class="x">solar&nbsp;<b>panel</b></p> 😀👍🏽', 'a class of bread');
  expect(await ids(data, 'panel 😀')).toEqual(['1']);
  expect(await ids(data, 'class')).toEqual(['2']);
  expect(await ids(data, '😀')).toEqual([]);
});

it('indexes and queries a text of 5 MB', async () => {
  const long = 'solar energy from the roof of a house. '.repeat(130_000);
  const { index } = await buildFromCsv(csv(long, 'bread and cheese'));
  const { hits } = await index.search({ text: long, limit: 2, explain: true });
  expect(hits[0]?.row.id).toBe('1');
  expect(hits[0]!.passage!.text.length).toBeLessThanOrEqual(320);
});
