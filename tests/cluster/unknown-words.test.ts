import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltIndex, buildFromCsv } from '#engine/test-corpus.ts';
import { type PlacedIndex, placeOnCluster } from './support/placed-index.ts';

/** Words of one row each, which the model does not know: it learns words of two rows or more. */
const CSV = [
  'id,text',
  'solar,"Photovoltaic panels on the roof, as in US20150123456A1, make electricity."',
  'wind,"Offshore turbines on the coast, as in US-2014/0987654 A1, withstand a storm."',
  'cancer,"An antibody on the surface of tumour cells slows their growth."',
  'gene,"A plasmid on the bench, measured with a spectrophotometer."',
].join('\n');

let embedded: BuiltIndex;
let placed: PlacedIndex;
beforeAll(async () => {
  embedded = await buildFromCsv(CSV, { text: 'index' }, 150);
  placed = await placeOnCluster(embedded);
});
afterAll(() => placed?.remove());

describe('a word that the index does not have is replaced by one that only the cluster knows', () => {
  test.each([
    ['of numbers in one word', 'US 2015/0123456 A1', 'solar'],
    ['of numbers in several words', 'US20140987654A1', 'wind'],
    ['joined', 'photo voltaic', 'solar'],
    ['split', 'tumourcells', 'cancer'],
    ['misspelt', 'phtovoltaic', 'solar'],
    ['misspelt at its start', 'lpasmid', 'gene'],
    ['misspelt twice', 'spectrofotometer', 'gene'],
  ])('%s: %s', async (_, text, row) => {
    const request = { text, limit: 10 };
    const { hits } = await placed.index.search(request);
    expect(hits[0]!.row.id).toBe(row);
    expect(hits).toEqual((await embedded.index.search(request)).hits);
  });

  test('but nothing if it resembles none', async () => {
    expect((await placed.index.search({ text: 'zzzzqq', limit: 5 })).totalFound).toBe(0);
  });
});
