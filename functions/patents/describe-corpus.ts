import type { SearchIndex } from '#engine';
import { getIndex } from '#functions/indexes/index.ts';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import { patentsIndex } from './find-patent.ts';

/** What the catalogue of patents holds. */
export interface Corpus {
  rows: number;
  /** Publication of the earliest and the latest one; absent if no row has a date. */
  first?: string;
  last?: string;
  /** Offices of which it has publications, among the larger ones. */
  offices: string[];
}

const largerOffices = ['US', 'EP', 'WO', 'JP', 'CN', 'KR', 'DE', 'FR', 'GB'];
/** Before all patents: leaves out rows without a date. */
const beginning = { column: 'publication_date', operator: '>' as const, value: '1700-01-01' };

/** Names the version of the catalogue that serves; undefined while there is none. */
export const corpusVersion = async (): Promise<string | undefined> =>
  (await getIndex(patentsIndex))?.manifest_key;

/** Asks the index that serves, with a dozen searches for one row each. */
export const describeCorpus = (): Promise<Corpus> =>
  queryPublishedIndex(wholeIndex(patentsIndex), corpusOf);

async function corpusOf(index: SearchIndex): Promise<Corpus> {
  const { totalFound: rows } = await index.search({ text: '', limit: 1, fields: [] });
  const day = async (descending: boolean) => {
    const { hits } = await index.search({
      text: '',
      limit: 1,
      filters: [beginning],
      sort: { column: 'publication_date', descending },
      fields: ['publication_date'],
    });
    return hits[0]?.row.publication_date?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  };
  const held = await Promise.all(
    largerOffices.map(async (office) => {
      const filter = { column: 'ucid', operator: 'begins' as const, value: `${office}-` };
      const { totalFound } = await index.search({
        text: '',
        limit: 1,
        filters: [filter],
        fields: [],
      });
      return totalFound > 0 ? [office] : [];
    }),
  );
  const [first, last] = [await day(false), await day(true)];
  return { rows, ...(first && { first }), ...(last && { last }), offices: held.flat() };
}
