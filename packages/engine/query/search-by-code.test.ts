import { describe, expect, it } from 'vitest';
import { openIndex } from '../opening/open.ts';
import { buildFromCsv, openFrom } from '../test-corpus.ts';

const topics = ['cheese', 'solar panels', 'wind turbines', 'sourdough bread'];
const rows = Array.from({ length: 40 }, (_, i) => {
  const topic = topics[i % topics.length]!;
  // The text of row 7 quotes the number of row 12.
  const quoted = i === 7 ? ' See also 4712 for details.' : '';
  return `${4700 + i},US-990${i}-B2,${i % 2 ? 'A1' : 'B1'},"About ${topic} and how ${topic} came to be.${quoted}",${2000 + i}`;
});
const csv = ['row_number,ucid,batch_key,text,year', ...rows].join('\n');

describe('a row is found by its number', async () => {
  const { index, manifest, files } = await buildFromCsv(csv, { text: 'index' }, 1200);
  const search = (text: string, more = {}) => index.search({ text, limit: 5, ...more });
  const first = async (text: string, more = {}) => (await search(text, more)).hits[0]?.row.ucid;

  it('by a number or a code in any column of ids, in any segment', async () => {
    expect(manifest.segments.length).toBeGreaterThan(1);
    expect(await first('4700')).toBe('US-9900-B2');
    expect(await first(' 4739 ')).toBe('US-99039-B2');
    for (const written of ['us-99021-b2', 'US99021B2', 'us 99021 b2']) {
      expect(await first(written)).toBe('US-99021-B2');
    }
  });

  it('before rows whose text has the number, with scores that do not rise', async () => {
    const { hits, totalFound } = await search('4712');
    expect(hits.slice(0, 2).map(({ row }) => row.row_number)).toEqual(['4712', '4707']);
    expect(hits[0]!.score).toBe(1);
    for (const [i, { score }] of hits.entries()) {
      expect(score).toBeLessThanOrEqual(hits[i - 1]?.score ?? 1);
    }
    expect(new Set(hits.map(({ number }) => number)).size).toBe(hits.length);
    expect(totalFound).toBeGreaterThanOrEqual(hits.length);
    expect((await search('4712', { limit: 1 })).hits).toHaveLength(1);
  });

  it('alone where only relevant rows are wanted, and only if it meets the filters', async () => {
    const { hits, totalFound } = await search('4739', { relevantOnly: true });
    expect([totalFound, hits.length]).toEqual([1, 1]);
    const before = [{ column: 'year', operator: '<', value: '2010' }];
    expect(await first('4739', { filters: before })).not.toBe('US-99039-B2');
  });

  it('also in an index that is too large for the memory', async () => {
    const paged = await openIndex(manifest, openFrom(files), { smallBytes: 0, residentBytes: 0 });
    const { hits } = await paged.search({ text: '4712', limit: 5 });
    expect(hits.slice(0, 2).map(({ row }) => row.row_number)).toEqual(['4712', '4707']);
  });

  it('with the code as the explanation, marked in its cell', async () => {
    const { hits } = await search('us-99021-b2', { explain: true });
    expect(hits[0]!.explanation).toEqual({
      terms: [{ term: 'us-99021-b2', share: 1 }],
      concepts: [],
    });
    expect(hits[0]!.highlights?.ucid).toEqual([[0, 'US-99021-B2'.length]]);
    expect(hits[0]!.passage?.text).toContain('solar');
  });

  it('all rows that share it, counted even where fewer are shown', async () => {
    const { hits, totalFound } = await search('a1', { relevantOnly: true });
    expect(hits.map(({ row }) => row.batch_key)).toEqual(['A1', 'A1', 'A1', 'A1', 'A1']);
    expect(totalFound).toBe(20);
  });

  it('and other words are searched as before', async () => {
    const { hits } = await search('cheese', { fields: ['text'] });
    expect(hits[0]!.row.text).toMatch(/cheese/);
    expect((await search('9999999')).hits).toEqual([]);
  });
});

it('searches as usual if a column of long text has the type of an id', async () => {
  const long = 'word '.repeat(60);
  const { index } = await buildFromCsv(`id,text\n${long},model t4 car\n${long},a red cart`);
  const { hits } = await index.search({ text: 't4', limit: 5 });
  expect(hits).toHaveLength(1);
});
