import { type CallOptions, openCalls } from './call.ts';
import type { Operations } from './generated.ts';
import { addressOf, type IndexOptions } from './index-client.ts';
import type { Hit } from './typed-search.ts';

type Sent = Operations['search-indexes']['body'];

/** What several indexes have found: the best rows of all, and what each index says beside its rows. */
export type IndexesAnswer = Omit<Operations['search-indexes']['output'], 'foundItems'> & {
  foundItems: { index_id: string; item: Hit<Record<string, string>> }[];
};

/** One of several indexes: its address and key, and what its columns decide. */
export type SearchedIndex = Pick<IndexOptions, 'endpoint' | 'apiKey'> &
  Omit<Sent['indexes'][number], 'index_id' | 'api_key'>;

/**
 * Searches up to five indexes of one installation for one text, and merges what they find by score. Counts as a query of each. An index
 * that could not be searched has its `error` among `indexes`; if none could be, its error is thrown.
 */
export async function searchIndexes(
  indexes: readonly SearchedIndex[],
  request: string | Sent['request'],
  { signal, ...connection }: CallOptions & Omit<IndexOptions, 'endpoint' | 'apiKey'> = {},
): Promise<IndexesAnswer> {
  const [first] = indexes;
  if (!first) throw new TypeError('Name an index.');
  const call = openCalls(addressOf(first.endpoint).origin, 'x-api-key', first.apiKey, connection);
  const keyed = indexes.map(async ({ endpoint, apiKey, ...own }) => ({
    index_id: addressOf(endpoint).id,
    api_key: typeof apiKey === 'string' ? apiKey : await apiKey(),
    ...own,
  }));
  const asked = typeof request === 'string' ? { conceptFeaturesString: request } : request;
  const body = { request: asked, indexes: await Promise.all(keyed) };
  return call('search-indexes', { body, signal }) as Promise<IndexesAnswer>;
}
