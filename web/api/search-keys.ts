import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';
import { codeOf } from '#web/lib/errors.ts';

/** Renewed before it ends, so that a search does not have to be sent twice. */
const goodForMs = (limits.searchKeySeconds - 600) * 1000;

/** The key with which this session searches an index. It stays in memory, and ends with the session. */
export const searchKeyQuery = (indexId: string) =>
  queryOptions({
    queryKey: ['search-key', indexId],
    staleTime: goodForMs,
    gcTime: goodForMs,
    queryFn: async ({ signal }) => {
      const made = await api('create-search-key', { body: { index_id: indexId }, signal });
      return made.api_key;
    },
  });

/** Asks something of an index with the key of this session. */
export async function withSearchKey<T>(
  client: QueryClient,
  indexId: string,
  ask: (apiKey: string) => Promise<T>,
): Promise<T> {
  // The whole call is retried. Retrying its parts too would multiply the attempts.
  const key = { ...searchKeyQuery(indexId), retry: false, networkMode: 'always' } as const;
  try {
    return await ask(await client.fetchQuery(key));
  } catch (error) {
    if (codeOf(error) !== 'InvalidApiKey') throw error;
  }
  // A computer that slept has a key that ended meanwhile.
  return ask(await client.fetchQuery({ ...key, staleTime: 0 }));
}
