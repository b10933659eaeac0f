import { expect, test } from 'vitest';
import type { PatentDocument } from '#shared/patent-document.ts';
import { wordsAmong } from './corpus-words.ts';
import { comparePaper } from './find-literature.ts';

const patent: PatentDocument = {
  ucid: 'US-10000000-B2',
  title: 'Kettle with a steam whistle',
  abstract: 'A kettle has a whistle of brass that sounds when steam passes a slit.',
  assignees: [],
  inventors: [],
  cpc: [],
  claims: [],
  paragraphs: [],
  citations: [],
  priority_claims: [],
  filing_date: '2016-05-02',
};
const other = { ...patent, title: 'Loom', abstract: 'Threads are beaten by a reed.' };
const stated = {
  words: wordsAmong([patent, other]),
  index: { id: '', version: '', checksum: '', rows: 2, model_seed: 1 },
};
const paper = {
  catalog: 'arxiv' as const,
  id: '1201.00001',
  title: 'On whistles of kettles',
  text: 'We listen to kettles. A whistle of brass sounds when steam passes its slit.',
  authors: 'Ada Plum',
  published: '2012-01-10',
  textDate: '2012-02-01',
  link: 'https://arxiv.org/abs/1201.00001',
};

test('a near paper is art by its first version, with its nearest passage word for word', () => {
  const found = comparePaper(patent, paper, stated)!;
  expect(found).toMatchObject({
    id: '1201.00001',
    published: '2012-01-10',
    text_date: '2012-02-01',
    tier: 'published-before',
    provision: '35 U.S.C. 102(a)(1)',
  });
  for (const { quote, start, end } of found.passages) {
    expect(paper.text.slice(start, end)).toBe(quote);
  }
  expect(found.passages.length).toBeGreaterThan(0);
});

test('one of another subject, or published too late, is none', () => {
  const far = { ...paper, title: 'On looms', text: 'Threads are beaten by a reed.' };
  expect(comparePaper(patent, far, stated)).toBeUndefined();
  expect(comparePaper(patent, { ...paper, published: '2017-01-01' }, stated)).toBeUndefined();
});
