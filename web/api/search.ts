import { queryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { errorCatalog, ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';
import { codeOf, isRefusal } from '#web/lib/errors.ts';
import { shouldRetry } from '#web/lib/query-client.ts';
import { type Filter, toApiFilter } from '#web/lib/search-filter.ts';
import { indexKeysQuery } from './index-keys.ts';

type Found = OutputOf<Contract['query-index']>;

interface SearchRequest {
  /** Id of the signed-in account. */
  userId: string;
  indexId: string;
  text: string;
  filters: Filter[];
  /** Whether to leave out rows far below the best one. */
  relevantOnly?: boolean;
  /** Columns to return; all metadata if absent. */
  fields?: string[];
  /** Maximum number of rows; the server's default if absent. */
  limit?: number;
}

/** Heading of a failed search. The text below explains a refusal. */
export const searchFailureTitle = (error: unknown): string =>
  isRefusal(error) ? 'This search is not possible' : errorCatalog.Busy.message;

function search(
  { api_key }: ApiKey,
  {
    userId,
    indexId,
    text,
    filters,
    relevantOnly,
    fields,
    limit = limits.searchMaxItems,
  }: SearchRequest,
  signal: AbortSignal,
) {
  return api('query-index', {
    params: { index_id: indexId },
    body: {
      request: {
        conceptFeaturesString: text,
        maxNumItems: limit,
        relevantOnly,
        fields,
        explain: true,
        filters: filters.map(toApiFilter),
      },
    },
    apiKey: api_key,
    userId,
    signal,
  });
}

/** A search with a key of the organization, as their own programs search. */
export const searchQuery = (request: SearchRequest) =>
  queryOptions<Found, Error, Found, readonly ['search', SearchRequest]>({
    queryKey: ['search', request],
    enabled: request.text !== '',
    // Offline the search fails at once, instead of waiting for the network without a word.
    networkMode: 'always',
    // Results of another text or index must not stand under this one.
    placeholderData: (shown, query) => {
      const earlier = query?.queryKey[1];
      const isSameSearch = earlier?.text === request.text && earlier.indexId === request.indexId;
      return isSameSearch ? shown : undefined;
    },
    retry: (failures, error) => navigator.onLine && shouldRetry(failures, error),
    queryFn: async ({ signal, client }) => {
      // The whole search is retried. Retrying its parts too would multiply the attempts.
      const keys = {
        ...indexKeysQuery,
        retry: false,
        networkMode: 'always',
      } as const;
      const [known] = (await client.ensureQueryData(keys))[request.indexId] ?? [];
      try {
        if (known) return await search(known, request, signal);
      } catch (error) {
        if (codeOf(error) !== 'InvalidApiKey') throw error;
      }
      // The key was deleted in another window, or the first one was made there.
      const fresh = await client.fetchQuery({ ...keys, staleTime: 0 });
      const [current] = fresh[request.indexId] ?? [];
      if (!current) throw new ProductError('IndexNotFound');
      return search(current, request, signal);
    },
  });
