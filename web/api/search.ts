import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { indexKeysQuery } from '#web/api/index-keys.ts';
import { api } from '#web/lib/api-client.ts';
import type { Filter } from '#web/lib/search-filter.ts';

interface SearchRequest {
  orgId: string;
  indexId: string;
  text: string;
  filters: Filter[];
}

function search(
  { api_key }: ApiKey,
  { indexId, text, filters }: SearchRequest,
  signal: AbortSignal,
) {
  const request = {
    conceptFeaturesString: text,
    maxNumItems: limits.searchMaxItems,
    explain: true,
    filters,
  };
  const params = { index_id: indexId };
  return api('query-index', { params, body: { request }, apiKey: api_key, signal });
}

/** A search with the organisation's own key, as any program of theirs would do it. */
export const searchQuery = (queryClient: QueryClient, request: SearchRequest) =>
  queryOptions({
    queryKey: ['search', request],
    enabled: request.text !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      // The search as a whole is tried again: tries of its parts would multiply.
      const keys = { ...indexKeysQuery(request.orgId), retry: false };
      const [known] = (await queryClient.ensureQueryData(keys))[request.indexId] ?? [];
      try {
        if (known) return await search(known, request, signal);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'InvalidApiKey') throw error;
      }
      // The key was deleted in another window, or the first one was made there.
      const fresh = await queryClient.fetchQuery({ ...keys, staleTime: 0 });
      const [current] = fresh[request.indexId] ?? [];
      if (!current) throw new ProductError('IndexNotFound');
      return search(current, request, signal);
    },
  });
