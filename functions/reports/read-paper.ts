import { queryPublishedIndex } from '#functions/search/index.ts';
import { type Literature, type LiteratureCatalog, literatureOf } from '#shared/literature.ts';

/** Finds the row of a catalogue of literature by its id. */
export type FindPaper = (catalog: LiteratureCatalog, id: string) => Promise<Literature | undefined>;

const idColumns = { arxiv: 'id', wikipedia: 'ID' } as const;

export const readPaper: FindPaper = (catalog, id) =>
  queryPublishedIndex(catalog, async (index) => {
    const filters = [{ column: idColumns[catalog], operator: '=' as const, value: id }];
    const { hits } = await index.search({ text: '', limit: 1, filters });
    return hits[0] && literatureOf(catalog, hits[0].row);
  });
