import type { FilterTree } from '../conditions.ts';
import { QueryError } from '../errors.ts';
import type { Manifest } from '../manifest.ts';
import type { OpenFile, OpenOptions, SearchIndex } from '../query/search-index.ts';
import { storedColumns } from '../schema.ts';

/** What the readers of earlier formats export. The one of version 8 has no `warm`, and returns vectors at once. */
interface Reader {
  openIndex(
    manifest: Manifest,
    open: OpenFile,
    options: OpenOptions,
  ): Promise<Omit<SearchIndex, 'warm'>>;
}

/**
 * Opens an index of an earlier format version with the code of that time (`write.ts`), so that it serves until it is
 * built again. Ranking and refusals are those of that time.
 */
export async function openEarlierIndex(
  manifest: Manifest,
  open: OpenFile,
  options: OpenOptions,
): Promise<SearchIndex> {
  // No bundle contains the readers: they lie beside it, and few instances ever load one.
  const reader = new URL(`./version-${manifest.formatVersion}.mjs`, import.meta.url);
  const { openIndex } = (await import(reader.href)) as Reader;
  const index = await openIndex(manifest, open, options);
  return {
    columns: storedColumns(manifest.schema),
    search: async (request) => {
      if (!(request.filters ?? []).every(isPlain)) {
        throw new QueryError(
          'bad_filter',
          'This index was built by an earlier version, which takes simple filters only. Build it again.',
        );
      }
      if (request.facets ?? request.sort ?? request.after ?? request.pages) {
        throw new QueryError(
          'bad_facet',
          'This index was built by an earlier version, which neither counts nor lists matches. Build it again.',
        );
      }
      return index.search(request).catch(rethrow);
    },
    vector: async (text) => index.vector(text),
    dictionary: async (text, limit) => index.dictionary(text, limit),
    // Earlier versions do not tell it, so no word is known until the index is built anew.
    words: async (terms) => terms.map(() => undefined),
    // It reads everything with its first search.
    warm: async () => void (await index.search({ text: 'a', limit: 1, fields: [] })),
    close: () => index.close(),
  };
}

/** Operators that earlier versions know. */
const PLAIN = ['=', '!=', '<', '<=', '>', '>=', 'in', 'exists'];

const isPlain = (tree: FilterTree) => 'column' in tree && PLAIN.includes(tree.operator);

/** The reader has error classes of its own. */
function rethrow(error: unknown): never {
  if (error instanceof Error && error.name === 'QueryError') {
    throw new QueryError((error as QueryError).code, error.message);
  }
  throw error;
}
