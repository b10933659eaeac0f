import type { SearchIndex } from '#engine';
import { generatedDataset } from '../corpus/dataset.ts';
import type { TextPeer, TextQuery } from '../text/peer.ts';
import { openBuilt } from './open-built.ts';

/** This engine, with the index that was built before. */
export async function openPeer(): Promise<TextPeer> {
  let index: SearchIndex;
  const search = async ({ text, section }: TextQuery, limit: number, fields: readonly string[]) => {
    const filters = section
      ? [{ column: 'section', operator: '=' as const, value: section }]
      : undefined;
    const { hits } = await index.search({ text, limit, filters, fields });
    return hits;
  };
  return {
    build: async (rows) => {
      index = await openBuilt(await generatedDataset(rows));
    },
    search: async (query, limit) => {
      const hits = await search(query, limit, ['id']);
      return hits.map((hit) => hit.row.id!);
    },
    find: async (query, limit) => {
      const hits = await search(query, limit, []);
      return hits.map((hit) => hit.number);
    },
  };
}
