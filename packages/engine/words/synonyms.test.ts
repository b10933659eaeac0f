import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../opening/open.ts';
import { type BuiltIndex, buildFromCsv, openFrom } from '../test-corpus.ts';
import { createAnalyzer } from '../text/analyze.ts';
import { queryWords } from './analyze-query.ts';
import { type SynonymEntry, Synonyms } from './synonyms.ts';

const CSV = [
  'id,text',
  'car,"The car engine starts on a cold morning with a new battery."',
  'automobile,"The automobile engine starts on a cold morning with a new battery."',
  'infarction,"A myocardial infarction is treated within the hour by opening the artery."',
  'attack,"A heart attack is treated within the hour by opening the artery."',
  'tablet,"A tablet with a pen draws pictures on its glass."',
  'bees,"Bees swarm in May when the hive becomes too small for them."',
  'other car,"A car stands in the garage beside the house."',
  'other automobile,"An automobile of the year is sold with a second set of wheels."',
  ...Array.from(
    { length: 30 },
    (_, i) => `row ${i},"Row ${i} tells of wheat, weather and harvest."`,
  ),
].join('\n');

let built: BuiltIndex;
beforeAll(async () => {
  built = await buildFromCsv(CSV, { text: 'index' }, 200);
});

const search = (text: string, entries: readonly SynonymEntry[], more = {}) =>
  built.index.search({
    text,
    limit: 10,
    explain: true,
    synonyms: new Synonyms(entries),
    ...more,
  });

/** Rows that have a word of the query or a synonym. */
async function found(text: string, entries: readonly SynonymEntry[]): Promise<string[]> {
  const { hits } = await search(text, entries);
  return hits.flatMap(({ row, explanation }) => (explanation!.terms.length > 0 ? [row.id!] : []));
}

const bothWays = [{ words: ['car', 'automobile'] }];
const oneWay = [{ words: ['ipad'], means: ['tablet'] }];
const phrases = [{ words: ['heart attack', 'myocardial infarction'] }];

describe('synonyms', () => {
  it('apply in both directions, and to forms of a word', async () => {
    const rows = ['car', 'other car', 'automobile', 'other automobile'];
    expect(new Set(await found('cars', bothWays))).toEqual(new Set(rows));
    expect(new Set(await found('automobile', bothWays))).toEqual(new Set(rows));
    expect(await found('automobile', [])).not.toContain('car');
  });

  it('apply one way only where the list says so', async () => {
    expect(await found('ipad', oneWay)).toEqual(['tablet']);
    const { synonyms } = await search('tablet', oneWay);
    expect(synonyms).toBeUndefined();
  });

  it('apply to phrases, whose words apart are none', async () => {
    for (const text of ['a heart attack', 'myocardial infarction']) {
      const rows = await found(text, phrases);
      expect(new Set(rows)).toEqual(new Set(['attack', 'infarction']));
    }
    expect((await search('attack of the heart by bees', phrases)).synonyms).toBeUndefined();
  });

  it('do not go on from one entry to the next', async () => {
    const chain = [{ words: ['car', 'automobile'] }, { words: ['automobile', 'tablet'] }];
    // What is listed twice is added once.
    const { synonyms } = await search('car', [...chain, ...bothWays]);
    expect(synonyms).toEqual([{ word: 'car', synonyms: ['automobile'] }]);
  });

  it('stand before a guess at an unknown word', async () => {
    // Without the list, the likeliest spelling is another word.
    expect(await found('hives2', [{ words: ['hives2'], means: ['tablet'] }])).toEqual(['tablet']);
    const { hits } = await search('ipad pen', oneWay, { relevantOnly: true });
    expect(hits[0]!.row.id).toBe('tablet');
  });

  it('are left out where the index does not have them', async () => {
    const unknown = [{ words: ['car', 'zzyzx'] }];
    const [plain, listed] = await Promise.all([search('car', []), search('car', unknown)]);
    expect(listed).toEqual(plain);
  });

  it('bring no row with a rare synonym before one with the word', async () => {
    const { hits } = await search('engine of a car', bothWays);
    const scoreOf = (id: string) => hits.find(({ row }) => row.id === id)!.score;
    expect(scoreOf('automobile')).toBeLessThanOrEqual(scoreOf('car'));
  });

  it('are explained, and told with the answer', async () => {
    const { hits, synonyms } = await search('car', bothWays);
    expect(synonyms).toEqual([{ word: 'car', synonyms: ['automobile'] }]);
    const termsOf = (id: string) => hits.find(({ row }) => row.id === id)!.explanation!.terms;
    expect(termsOf('automobile')).toEqual([
      { term: 'automobile', share: expect.any(Number), synonymOf: 'car' },
    ]);
    expect(termsOf('car')).toEqual([{ term: 'car', share: expect.any(Number) }]);
    const { passage } = hits.find(({ row }) => row.id === 'automobile')!;
    const [start, end] = passage!.termRanges[0]!;
    expect(passage!.text.slice(start, end)).toBe('automobile');
  });

  it('count as matches of lists and counts, and a change of the list ends a cursor', async () => {
    const request = { sort: 'rows', limit: 1 };
    const first = await search('car', bothWays, request);
    expect(first.totalFound).toBeGreaterThanOrEqual(3);
    const second = await search('car', bothWays, { ...request, after: first.next });
    expect(second.hits).toHaveLength(1);
    await expect(search('car', [], { ...request, after: first.next })).rejects.toThrow('cursor');
  });

  it('change nothing that the same text finds without them', async () => {
    const before = await search('car engine', []);
    await search('car engine', bothWays);
    expect(await search('car engine', [])).toEqual(before);
  });

  it('find the same while the index is read page by page', async () => {
    const paged = await openIndex(built.manifest, openFrom(built.files), {
      smallBytes: 0,
      residentBytes: 0,
      pageBytes: Number.POSITIVE_INFINITY,
    });
    for (const text of ['car engine', 'heart attack', 'ipad']) {
      const synonyms = new Synonyms([...bothWays, ...oneWay, ...phrases]);
      const request = { text, limit: 3, explain: true, synonyms };
      const [here, there] = await Promise.all([built.index.search(request), paged.search(request)]);
      expect(there.synonyms).toEqual(here.synonyms);
      expect(there.hits.map(({ row }) => row)).toEqual(here.hits.map(({ row }) => row));
    }
  });

  it('apply to texts of any length', async () => {
    const words = Array.from({ length: 12_000 }, (_, i) => `w${i}`).join(' ');
    const { synonyms } = await search(`car ${words} ipad`, [...bothWays, ...oneWay]);
    expect(synonyms).toContainEqual({ word: 'car', synonyms: ['automobile'] });
  });

  it('add no more than 64 words to a query', () => {
    const words = Array.from({ length: 100 }, (_, i) => `word${i}`);
    const analyzer = createAnalyzer('en');
    const [phrase] = new Synonyms([{ words: ['car', ...words] }]).of(
      queryWords('car', analyzer),
      analyzer,
    );
    expect(phrase!.synonyms).toHaveLength(64);
  });
});
