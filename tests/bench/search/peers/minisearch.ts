import MiniSearch, { type SearchResult } from 'minisearch';
import { generatedDataset } from '../corpus/dataset.ts';
import type { Document } from '../corpus/documents.ts';
import type { TextPeer } from '../text/peer.ts';
import { readDocuments } from './read-documents.ts';

/** MiniSearch with its defaults, in memory. */
export async function openPeer(): Promise<TextPeer> {
  const index = new MiniSearch<Document>({ fields: ['title', 'text'], storeFields: ['section'] });
  return {
    build: async (rows) => {
      for await (const document of readDocuments((await generatedDataset(rows)).csv)) {
        index.add(document);
      }
    },
    search: async ({ text, section }, limit) => {
      const filter = section ? (hit: SearchResult) => hit.section === section : undefined;
      return index
        .search(text, { filter })
        .slice(0, limit)
        .map(({ id }) => id);
    },
    sizeBytes: () => JSON.stringify(index).length,
  };
}
