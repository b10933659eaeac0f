import { expect, test, vi } from 'vitest';
import { buildFromCsv } from '#engine/test-corpus.ts';
import { emptyLists, type PatentDocument } from '#shared/patent-document.ts';
import { comparePaper, findLiterature } from './find-literature.ts';
import { countTerms, fieldWords } from './nearness.ts';
import { readPaper } from './read-paper.ts';

/** The product's steps read this in place of S3 and DynamoDB: an installation with the catalogue of preprints only. */
const arxiv = vi.hoisted(() => ({ index: undefined as unknown }));
vi.mock('#functions/search/query-published-index.ts', () => ({
  wholeIndex: (indexId: string) => indexId,
  queryPublishedIndex: async (_: string, ask: (index: unknown) => unknown) => ask(arxiv.index),
}));
vi.mock('#functions/indexes/indexes.ts', () => ({
  getIndex: async (id: string) =>
    id === 'arxiv'
      ? {
          manifest_key: 'catalog/arxiv/build_1/manifest.json',
          rows: 3,
          columns_role: {
            id: 'metadata',
            title: 'metadata',
            text: 'index',
            authors: 'metadata',
            update_date: 'metadata',
            categories: 'ignore',
          },
        }
      : undefined,
}));

const patent: PatentDocument = {
  ...emptyLists,
  ucid: 'US-10000000-B2',
  title: 'Kettle with a steam whistle',
  abstract: 'A kettle has a whistle of brass that sounds when steam passes a slit.',
  filing_date: '2016-05-02',
};
const other = { ...patent, title: 'Loom', abstract: 'Threads are beaten by a reed.' };
const stated = fieldWords(patent, [], [countTerms(other)]);
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

test('a catalogue that is there is searched before the effective date, and its rows can be read again', async () => {
  const rows = [
    'id,title,text,authors,update_date',
    `1201.00001,On whistles of kettles,"${paper.text}",Ada Plum,2012-01-10`,
    `1701.00001,On later whistles of kettles,"${paper.text}",Ada Plum,2017-01-10`,
    '1201.00002,On looms,Threads are beaten by a reed.,Bo Flax,2012-01-10',
  ];
  arxiv.index = (await buildFromCsv(`${rows.join('\n')}\n`)).index;
  const found = await findLiterature(patent, '2016-05-02', stated);
  expect(found.literature.map(({ id }) => id)).toEqual(['1201.00001']);
  expect(found.queries).toMatchObject([{ label: 'arxiv', filters: ['update_date < 2016-05-02'] }]);
  expect(found.corpora).toMatchObject([{ version: 'build_1', rows: 3 }]);
  expect(await readPaper('arxiv', '1201.00001')).toMatchObject({ text: paper.text });
});
