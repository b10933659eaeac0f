import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import type { facet, facetRequest } from '#shared/contract/search-conditions.ts';
import { errorCatalog } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';
import { codeOf, isRefusal } from '#web/lib/errors.ts';
import { shouldRetry } from '#web/lib/query-client.ts';
import { type Filter, toApiFilter } from '#web/lib/search-filter.ts';
import { withSearchKey } from './search-keys.ts';

type Found = OutputOf<Contract['query-index']>;

export interface SearchRequest {
  indexId: string;
  /** Without one, `sort` lists all rows. */
  text: string;
  filters: Filter[];
  /** Whether operators in the text decide which rows are found. */
  syntax?: 'query';
  /** Whether to leave out rows far below the best one. */
  relevantOnly?: boolean;
  /** Columns to return; all metadata if absent. */
  fields?: string[];
  /** Maximum number of rows; the server's default if absent. */
  limit?: number;
  /** Counts of all matches. */
  facets?: FacetRequest[] | undefined;
  /** Column of which the rows differ: of those with the same value only the first is found. */
  distinct?: string;
  /** Whether rows say why they were found; they do if absent. */
  explain?: boolean;
  /** Whether the answer can be gone on from, to the thousandth row. */
  pages?: boolean;
  /** Lists all matches in the order of the rows or of a column, instead of the best thousand. */
  sort?: 'rows' | { column: string; descending: boolean };
  /** Where an answer goes on: `next` of the one before. */
  after?: string | undefined;
}

export type FacetRequest = z.input<typeof facetRequest>;
export type Facet = z.output<typeof facet>;

/** Heading of a failed search. The text below explains a refusal. */
export const searchFailureTitle = (error: unknown): string =>
  isRefusal(error) ? 'This search is not possible' : errorCatalog.Busy.message;

function search(apiKey: string, request: SearchRequest, signal: AbortSignal) {
  const { indexId, text, filters, syntax, relevantOnly, fields, facets, pages, sort, after } =
    request;
  const { distinct, limit = limits.searchMaxItems, explain = true } = request;
  return api('query-index', {
    params: { index_id: indexId },
    body: {
      request: {
        conceptFeaturesString: text === '' ? undefined : text,
        syntax,
        maxNumItems: limit,
        relevantOnly,
        fields,
        explain,
        distinct,
        filters: filters.map(toApiFilter),
        facets,
        pages,
        sort,
        after,
      },
    },
    apiKey,
    signal,
  });
}

/** A search with the key of this session. It counts for the organization, and its history names the person. */
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
      for (let wanted = request; ; ) {
        try {
          return await searchWithKey(client, wanted, signal);
        } catch (error) {
          if (!wanted.facets || codeOf(error) !== 'InvalidRequest') throw error;
          wanted = { ...wanted, facets: countable(wanted) };
        }
      }
    },
  });

/**
 * Counts that are tried after some were refused. There may be too many families to count; then columns of long text and of older
 * indexes, without which the hits come without counts.
 */
function countable({ facets = [], distinct }: SearchRequest): FacetRequest[] | undefined {
  const others = facets.filter(({ column }) => column !== distinct);
  return others.length < facets.length && others.length > 0 ? others : undefined;
}

/** Counts of all matches by one column. */
export const facetQuery = (request: SearchRequest, facet: FacetRequest) =>
  queryOptions({
    queryKey: ['facet', request, facet],
    // Shown again whenever a filter is taken back.
    staleTime: limits.queryFreshMs,
    queryFn: async ({ signal, client }) => {
      const facets = await countBy(client, request, [facet], signal);
      return facets.find(({ column }) => column === facet.column) ?? null;
    },
  });

/** The same by some columns in one search. A column whose counts an earlier answer has is not waited for. */
export const facetsQuery = (request: SearchRequest, wanted: readonly FacetRequest[]) =>
  queryOptions({
    queryKey: ['facets', request, wanted],
    staleTime: limits.queryFreshMs,
    queryFn: ({ signal, client }): Promise<(Facet | undefined)[]> =>
      countBy(client, request, wanted, signal),
    placeholderData: (shown, query) => {
      const [, earlier, asked] = (query?.queryKey ?? []) as unknown[] as [
        unknown?,
        SearchRequest?,
        FacetRequest[]?,
      ];
      if (!shown || !asked || JSON.stringify(earlier) !== JSON.stringify(request)) return undefined;
      const texts = asked.map((facet) => JSON.stringify(facet));
      return wanted.map((facet) => shown[texts.indexOf(JSON.stringify(facet))]);
    },
  });

/** Counts in the order of `wanted`. */
async function countBy(
  client: QueryClient,
  { distinct: _, ...request }: SearchRequest,
  wanted: readonly FacetRequest[],
  signal: AbortSignal,
): Promise<Facet[]> {
  const counted = { ...request, limit: 1, fields: [], explain: false, facets: [...wanted] };
  const { facets = [] } = await searchWithKey(client, counted, signal);
  return facets;
}

/** A page of the rows of a search, which is not kept: the first, or the one after `after`. */
export const searchPage = (
  client: QueryClient,
  request: SearchRequest,
  after?: string,
  signal = new AbortController().signal,
) => searchWithKey(client, { ...request, pages: true, after }, signal);

/** The best rows of a search, with codes that tell which are near each other in meaning. It counts as a search. */
export const mapHits = (
  client: QueryClient,
  { indexId, text, filters, syntax, relevantOnly, distinct }: SearchRequest,
  fields: string[],
  signal: AbortSignal,
) =>
  withSearchKey(client, indexId, (apiKey) =>
    api('map-hits', {
      params: { index_id: indexId },
      body: {
        request: {
          conceptFeaturesString: text,
          filters: filters.map(toApiFilter),
          syntax,
          relevantOnly,
          distinct,
          fields,
        },
      },
      apiKey,
      signal,
    }),
  );

/** A search with the key of this session. */
const searchWithKey = (client: QueryClient, request: SearchRequest, signal: AbortSignal) =>
  withSearchKey(client, request.indexId, (apiKey) => search(apiKey, request, signal));
