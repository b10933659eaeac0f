import { beforeAll, describe, expect, it } from 'vitest';
import { type BuiltIndex, buildFromCsv } from '../test-corpus.ts';

const CSV = [
  'id,text,cpc',
  'solar,"Photovoltaic panels on the roof, as in US20150123456A1, turn sunlight into electricity.",H02S20/23',
  'wind,"Offshore turbines, improving US-2014/0987654 A1, withstand a storm at sea.",F03D13/25; H02K7/18',
  'drug,"A pharmaceutical composition with aspirin relieves pain within minutes.",A61K31/616; A61P29/00',
  'cancer,"An antibody that binds to tumour cells slows their growth.",A61P35/00; C07K16/28',
  'gene,"A plasmid carries the gene into yeast cells, measured with a spectrophotometer.",C12N15/81',
  'year,"In 2019 a hydroelectric dam was built with 1500 tonnes of concrete.",E02B9/00',
].join('\n');

let built: BuiltIndex;
beforeAll(async () => {
  built = await buildFromCsv(CSV, { text: 'index' }, 250);
});
/** Rows that a query should find contain its words; other hits are only similar. */
async function found(text: string): Promise<string[]> {
  const { hits } = await built.index.search({ text, limit: 10, explain: true });
  const named = hits.filter((hit) => hit.explanation!.terms.length > 0);
  return named.map((hit) => hit.row.id!);
}

describe('a number of a document', () => {
  it.each(['US20150123456A1', 'us20150123456a1', 'US-2015/0123456 A1', 'US 2015 0123456 A1'])(
    '%s is found as it is written in one word',
    async (query) => {
      expect((await found(query))[0]).toBe('solar');
    },
  );

  it.each(['US20140987654A1', 'US-2014/0987654 A1', 'US 20140987654 A1', 'US2014/0987654'])(
    '%s is found as it is written in several words',
    async (query) => {
      expect((await found(query))[0]).toBe('wind');
    },
  );

  it('is not taken for a similar one', async () => {
    expect(await found('US20150123457A1')).toEqual([]);
    expect(await found('1501')).toEqual([]);
    expect(await found('201')).toEqual([]);
  });
});

describe('a class', () => {
  it.each([
    ['A61K31/616', ['drug']],
    ['a61k31616', ['drug']],
    ['A61K', ['drug']],
    ['A61P', ['drug', 'cancer']],
    ['A61', ['drug', 'cancer']],
    ['C12N 15/81', ['gene']],
  ])('%s finds its rows', async (query, rows) => {
    expect(new Set(await found(query))).toEqual(new Set(rows));
  });
});

describe('a word', () => {
  it.each([
    ['misspelt', 'phtovoltaic', 'solar'],
    ['misspelt at its start', 'lpasmid', 'gene'],
    ['misspelt twice', 'spectrofotometer', 'gene'],
    ['with letters swapped', 'trubines', 'wind'],
    ['in two pieces', 'photo voltaic', 'solar'],
    ['in one piece with another', 'tumourcells', 'cancer'],
    ['not written to its end', 'pharmaceut', 'drug'],
    ['not written to its end', 'hydroel', 'year'],
  ])('%s is understood: %s', async (_, query, row) => {
    expect((await found(query))[0]).toBe(row);
  });

  it('that resembles nothing finds nothing', async () => {
    expect((await built.index.search({ text: 'zzzzqq', limit: 5 })).totalFound).toBe(0);
  });

  it('counts as much when it is guessed', async () => {
    const hits = async (text: string) =>
      (await built.index.search({ text, limit: 10 })).hits.map(({ row, score }) => [row.id, score]);
    expect(await hits('plasmid turbinse')).toEqual(await hits('plasmid turbines'));
    expect(await hits('trubines plasmdi storm')).toEqual(await hits('turbines plasmid storm'));
  });

  it('requires of a row one completion of a prefix, not all of them', async () => {
    const score = async (text: string) =>
      (await built.index.search({ text, limit: 1 })).hits[0]!.score;
    expect(await score('A61P')).toBeGreaterThan(0.9 * (await score('A61P29')));
  });
});
