import { queryOptions } from '@tanstack/react-query';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';

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
