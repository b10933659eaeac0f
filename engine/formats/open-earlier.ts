import { QueryError } from '../errors.ts';
import type { Manifest } from '../manifest.ts';
import type { OpenFile } from '../query/open.ts';
import type { SearchIndex } from '../query/search-index.ts';

/** In a constant, so that no bundle contains it: it lies beside the bundle, and few instances ever load it. */
const reader = './version-8.mjs';

/**
 * Opens an index of the format version before this one, with the code of that time (`write.ts`), so that it serves
 * until it is built again. Ranking and refusals are those of that time.
 */
export async function openEarlierIndex(manifest: Manifest, open: OpenFile): Promise<SearchIndex> {
  const { openIndex } = (await import(
    new URL(reader, import.meta.url).href
  )) as typeof import('./version-8.mjs');
  const index = await openIndex(manifest, open);
  return {
    search: (request) => index.search(request).catch(rethrow),
    vector: async (text) => index.vector(text),
    dictionary: async (text, limit) => index.dictionary(text, limit),
    // It reads everything with its first search.
    warm: async () => void (await index.search({ text: 'a', limit: 1, fields: [] })),
    close: () => index.close(),
  };
}

/** The reader has error classes of its own. */
function rethrow(error: unknown): never {
  if (error instanceof Error && error.name === 'QueryError') {
    throw new QueryError((error as QueryError).code, error.message);
  }
  throw error;
}
