import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { type BuiltIndex, buildFromCsv } from '../test-corpus.ts';
import { createAnalyzer } from '../text/analyze.ts';
import { analyzeQuery } from './analyze-query.ts';
import { replaceUnknownWords, termsToAsk } from './unknown-words.ts';

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

describe('an index that is asked in advance', () => {
  const analyzer = createAnalyzer('en');
  const longest = 24;

  it.each([
    'US 2015/0123456 A1 photo voltaic',
    'tumourcells a61k31616 Übergrößenträger',
    'solar 1500 hydroelectricpowerplants A61K-31/616',
  ])('is asked for every term that replacing may look for: %s', (text) => {
    const query = analyzeQuery(text, analyzer);
    const random = seededRandom(3);
    for (let round = 0; round < 50; round++) {
      const unknown = query.terms.filter(() => random() < 0.7);
      const asked = new Set(termsToAsk(text, analyzer, unknown, longest));
      // Other answers lead to other questions.
      const known = {
        has: (term: string) => {
          expect(asked).toContain(term);
          return random() < 0.4;
        },
        startingWith: () => [],
        likeliest: () => null,
      };
      replaceUnknownWords(query, text, analyzer, known, unknown);
    }
  });

  it('is not asked for the parts of a very long word', () => {
    const word = 'a1'.repeat(30);
    const { terms } = analyzeQuery(word, analyzer);
    expect(termsToAsk(word, analyzer, terms, longest)).toEqual([]);
    expect(termsToAsk(word, analyzer, terms, 60).length).toBeGreaterThan(100);
  });
});
