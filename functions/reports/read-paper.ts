import { getIndex, type IndexRecord } from '#functions/indexes/index.ts';
import { queryPublishedIndex, wholeIndex } from '#functions/search/index.ts';
import { type Literature, type LiteratureCatalog, literatureOf } from '#shared/literature.ts';

/** Finds the row of a catalogue of literature by its id. */
export type FindPaper = (catalog: LiteratureCatalog, id: string) => Promise<Literature | undefined>;

const idColumns = { arxiv: 'id', wikipedia: 'ID' } as const;

/** Columns that an index has, the searched text among them. What is ignored is not in it. */
export const columnsOf = (index: Pick<IndexRecord, 'columns_role'> | undefined): string[] =>
  Object.entries(index?.columns_role ?? {}).flatMap(([column, role]) =>
    role === 'ignore' ? [] : [column],
  );

export const readPaper: FindPaper = async (catalog, id) => {
  const fields = columnsOf(await getIndex(catalog));
  return queryPublishedIndex(wholeIndex(catalog), async (index) => {
    const filters = [{ column: idColumns[catalog], operator: '=' as const, value: id }];
    const { hits } = await index.search({ text: '', limit: 1, filters, fields });
    return hits[0] && literatureOf(catalog, hits[0].row);
  });
};
