import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api.ts';
import { indexKeysQuery } from '#web/lib/queries/index-keys.ts';

interface SearchRequest {
  orgId: string;
  indexId: string;
  text: string;
}

async function search(apiKey: string, { indexId, text }: SearchRequest, signal: AbortSignal) {
  return api('query-index', {
    params: { index_id: indexId },
    body: { request: { conceptFeaturesString: text, maxNumItems: limits.searchMaxItems } },
    apiKey,
    signal,
  });
}

function firstKey(keys: Record<string, ApiKey[]>, indexId: string): string {
  const key = keys[indexId]?.[0];
  if (!key) throw new ProductError('InvalidApiKey');
  return key.api_key;
}

/** A search with the organisation's own key, as any program of theirs would do it. */
export const searchQuery = (queryClient: QueryClient, request: SearchRequest) =>
  queryOptions({
    queryKey: ['search', request.orgId, request.indexId, request.text],
    enabled: request.text !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const keys = indexKeysQuery(request.orgId);
      const known = await queryClient.ensureQueryData(keys);
      try {
        return await search(firstKey(known, request.indexId), request, signal);
      } catch (error) {
        const stale = error instanceof ProductError || error instanceof ApiError;
        if (!stale || error.code !== 'InvalidApiKey') throw error;
        // The key was deleted in another window, or the first one was made there.
        const current = await queryClient.fetchQuery({ ...keys, staleTime: 0 });
        return search(firstKey(current, request.indexId), request, signal);
      }
    },
  });
