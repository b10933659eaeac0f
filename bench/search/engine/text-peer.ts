import type { SearchIndex } from '#engine/query/search-index.ts';
import { generatedDataset } from '../corpus/dataset.ts';
import type { TextPeer } from '../text/peer.ts';
import { openBuilt } from './open-built.ts';

/** This engine, over the index that the build before left. */
export async function openPeer(): Promise<TextPeer> {
  let index: SearchIndex;
  return {
    build: async (rows) => {
      index = await openBuilt(await generatedDataset(rows));
    },
    search: async ({ text, section }, limit) => {
      const filters = section
        ? [{ column: 'section', operator: '=' as const, value: section }]
        : undefined;
      const { hits } = await index.search({ text, limit, filters, fields: ['id'] });
      return hits.map((hit) => hit.row.id!);
    },
  };
}
