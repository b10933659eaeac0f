import { create, insertMultiple, search } from '@orama/orama';
import { generatedDataset } from '../corpus/dataset.ts';
import type { Document } from '../corpus/documents.ts';
import type { TextPeer } from '../text/peer.ts';
import { readDocuments } from './read-documents.ts';

/** Orama's full-text search with its defaults, in memory. */
export async function openPeer(): Promise<TextPeer> {
  const database = create({
    schema: { id: 'string', title: 'string', text: 'string', section: 'enum' },
  });
  return {
    build: async (rows) => {
      const batch: Document[] = [];
      const flush = () => insertMultiple(database, batch.splice(0), 1_000);
      for await (const document of readDocuments((await generatedDataset(rows)).csv)) {
        batch.push(document);
        if (batch.length === 10_000) await flush();
      }
      await flush();
    },
    search: async ({ text, section }, limit) => {
      const where = section ? { section: { eq: section } } : undefined;
      const { hits } = await search(database, {
        term: text,
        properties: ['title', 'text'],
        limit,
        where,
      });
      return hits.map(({ id }) => id);
    },
  };
}
