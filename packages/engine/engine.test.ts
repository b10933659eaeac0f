import { describe, expect, it } from 'vitest';
import { parseManifest, serializeManifest } from './manifest.ts';
import { openIndex } from './opening/open.ts';
import { buildFromCsv, openFrom } from './test-corpus.ts';
import { createAnalyzer } from './text/analyze.ts';

const CSV = [
  'id,title,text,date,code',
  '1,Solar panels on roofs,"Photovoltaic panels turn sunlight into electricity on the roof of a house.",2019-03-01,H02S',
  '2,Wind turbines at sea,"Offshore wind turbines produce electricity from strong wind over the ocean.",2020-05-02,F03D; H02K',
  '3,Baking sourdough bread,"Flour, water and salt ferment with a starter before the bread is baked in a hot oven.",2021-07-03,A21D',
  '4,Cheese making,"Milk is curdled with rennet, and the cheese ripens in a cool cellar.",2020-11-30,A23C',
  '5,Battery storage,"Lithium batteries store electricity from photovoltaic panels for the night.",2022-01-15,H01M',
  '6,Oven design,"A hot oven with stone walls bakes bread evenly.",2018-01-01,A21B',
].join('\r\n');

describe('the whole engine', () => {
  it('finds rows over two segments, best first, with metadata', async () => {
    const { index, manifest } = await buildFromCsv(CSV, { text: 'index' }, 300);
    expect(manifest.segments.length).toBeGreaterThan(1);
    const { hits, totalFound } = await index.search({
      text: 'electricity from sunlight',
      limit: 3,
    });
    expect(hits[0]?.row).toEqual({
      id: '1',
      title: 'Solar panels on roofs',
      date: '2019-03-01',
      code: 'H02S',
    });
    expect(totalFound).toBeGreaterThanOrEqual(hits.length);
    for (const [i, hit] of hits.entries()) {
      expect(hit.score).toBeGreaterThanOrEqual(0);
      expect(hit.score).toBeLessThanOrEqual(hits[i - 1]?.score ?? 1);
    }
  });

  it('gives the same answer from a manifest that was stored', async () => {
    const { index, manifest, files } = await buildFromCsv(CSV);
    const again = await openIndex(parseManifest(serializeManifest(manifest)), openFrom(files));
    const request = { text: 'bread oven', limit: 5 };
    expect(await again.search(request)).toEqual(await index.search(request));
  });

  it('returns every row that passes a filter, also those without a query term', async () => {
    const { index } = await buildFromCsv(CSV);
    const search = async (operator: '=' | '<' | '>', column: string, value: string) => {
      const filters = [{ column, operator, value }];
      const { hits } = await index.search({ text: 'electricity', limit: 10, filters });
      return hits.map((hit) => hit.row.id!).toSorted((a, b) => a.localeCompare(b));
    };
    expect(await search('<', 'date', '2020-01-01')).toEqual(['1', '6']);
    expect(await search('=', 'date', '2020')).toEqual(['2', '4']);
    expect(await search('>', 'date', '20201130')).toEqual(['3', '5']);
    expect(await search('=', 'code', 'h02k')).toEqual(['2']);
    expect(await search('=', 'id', '4')).toEqual(['4']);
  });

  it('counts the rows that pass a filter, however many hits are wanted', async () => {
    const { index } = await buildFromCsv(CSV);
    const found = (limit: number) =>
      index.search({
        text: 'electricity',
        limit,
        filters: [{ column: 'date', operator: '>', value: '2018' }],
      });
    // Five rows pass. Bread and cheese have nothing in common with the query, but are returned if all rows are
    // requested.
    const all = await found(10);
    expect(all.hits).toHaveLength(5);
    expect(all.totalFound).toBe(5);
    expect((await found(1)).totalFound).toBe(5);
  });

  it('finds an item of a list, and a name with a comma in it', async () => {
    const csv = [
      'id,text,authors',
      '1,Bread is baked in an oven,"Smith, John; Doe, Jane"',
      '2,Bread is baked on a stone,"Smith, John"',
      '3,Bread is baked by hand,"smith, baker"',
    ].join('\n');
    const { index } = await buildFromCsv(csv);
    const by = async (value: string) => {
      const filters = [{ column: 'authors', operator: '=' as const, value }];
      const { hits } = await index.search({ text: 'bread', limit: 5, filters });
      return hits.map((hit) => hit.row.id!).toSorted((a, b) => a.localeCompare(b));
    };
    expect(await by('smith, john')).toEqual(['1', '2']);
    expect(await by('Doe, Jane')).toEqual(['1']);
    // Without another separator, commas separate the items.
    expect(await by('baker')).toEqual(['3']);
    expect(await by('Jane')).toEqual([]);
  });

  it('refuses filters and fields it does not have', async () => {
    const { index } = await buildFromCsv(CSV);
    const filters = [{ column: 'nope', operator: '=' as const, value: '1' }];
    await expect(index.search({ text: 'x', limit: 1, filters })).rejects.toThrow(
      /no column "nope"/,
    );
    await expect(index.search({ text: 'x', limit: 1, fields: ['nope'] })).rejects.toThrow(/nope/);
    await expect(index.search({ text: 'x', limit: 0 })).rejects.toThrow(/limit/);
  });

  it('explains a hit with terms and a passage of the index column', async () => {
    const { index } = await buildFromCsv(CSV);
    const { hits } = await index.search({
      text: 'bread oven',
      limit: 1,
      fields: ['text'],
      explain: true,
    });
    const { explanation, passage, row } = hits[0]!;
    expect(explanation?.terms.map((term) => term.term).sort()).toEqual(['bread', 'oven']);
    expect(row.text!.slice(passage!.start, passage!.end)).toBe(passage!.text);
  });

  it('gives each term of a single hit its share', async () => {
    const { index } = await buildFromCsv(CSV);
    const { hits } = await index.search({
      text: 'bread oven',
      limit: 5,
      filters: [{ column: 'id', operator: '=', value: '6' }],
      explain: true,
    });
    expect(hits).toHaveLength(1);
    const { terms, concepts } = hits[0]!.explanation!;
    expect(terms.map((term) => term.term).sort()).toEqual(['bread', 'oven']);
    for (const { share } of terms) expect(share).toBeGreaterThan(0.1);
    const total = [...terms, ...concepts].reduce((sum, { share }) => sum + share, 0);
    expect(total).toBeLessThanOrEqual(1.001);
  });

  it('answers an unknown query with nothing, and lists rows without a query', async () => {
    const { index } = await buildFromCsv(CSV);
    const { hits, totalFound } = await index.search({ text: ' ', limit: 5 });
    expect(hits.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4]);
    expect(totalFound).toBe(6);
    expect(await index.search({ text: 'zzzzqq', limit: 5 })).toEqual({ totalFound: 0, hits: [] });
    // All rows that pass a filter are found, and none of them is relevant.
    const filters = [{ column: 'id', operator: '!=' as const, value: '6' }];
    const asked = { text: 'zzzzqq', limit: 5, filters };
    const { hits: explained } = await index.search({ ...asked, explain: true });
    expect(explained.map(({ explanation }) => explanation!.isRelevant)).toEqual(
      Array(5).fill(false),
    );
    const relevant = await index.search({ ...asked, relevantOnly: true });
    expect(relevant).toEqual({ totalFound: 0, lessRelevant: 5, hits: [] });
    expect((await index.vector('zzzzqq')).every((x) => x === 0)).toBe(true);
    expect(await index.dictionary('zzzzqq', 5)).toEqual([]);
  });

  it('tells how rare terms are and where they occur, and which it does not know', async () => {
    const { index } = await buildFromCsv(CSV);
    const { termOf } = createAnalyzer('en');
    const words = await index.words([termOf('electricity'), termOf('bread'), 'zzzzqq']);
    // In three and in two of six rows.
    expect(words.map((word) => word?.rarity)).toEqual([
      expect.closeTo(Math.log(7 / 3)),
      expect.closeTo(Math.log(7 / 2)),
      undefined,
    ]);
    // Of terms of three and two rows little is known.
    const lengths = words.map((word) => Math.hypot(...(word?.vector ?? [])));
    expect(lengths).toEqual([expect.closeTo(Math.sqrt(3.5 / 23.5), 1), expect.closeTo(0.29, 1), 0]);
  });

  it('understands misspelt words', async () => {
    const { index } = await buildFromCsv(CSV);
    const { hits } = await index.search({ text: 'phtovoltaic', limit: 2 });
    expect(hits.map((hit) => hit.row.id!).toSorted((a, b) => a.localeCompare(b))).toEqual([
      '1',
      '5',
    ]);
  });

  it('gives nearly equal rows nearly equal scores', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${i},Hive ${i},Bees make honey in hive number ${i} of the old garden.`,
    );
    const { index } = await buildFromCsv(['id,title,text', ...rows].join('\n'));
    const { hits } = await index.search({ text: 'making honey', limit: 60 });
    expect(hits).toHaveLength(60);
    expect(hits.at(-1)!.score).toBeGreaterThan(hits[0]!.score / 2);
  });

  it('builds the same bytes twice', async () => {
    const [a, b] = [await buildFromCsv(CSV), await buildFromCsv(CSV)];
    expect(a.files).toEqual(b.files);
    expect(a.manifest).toEqual(b.manifest);
  });
});
