import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { hasOperators } from '#shared/query-language/has-operators.ts';
import { api } from '#web/lib/api-client.ts';

export type Counterpart = OutputOf<Contract['list-counterparts']>['items'][number];

export interface CounterpartsRequest {
  indexId: string;
  /** The index that is searched for each row of the first. */
  otherId: string;
  /** Only rows that this search finds are compared; all without a text. */
  text: string;
}

/** The rows of an index, page by page, each with the nearest row of another index. Takes nothing from the quota. */
export const counterpartsQuery = ({ indexId, otherId, text }: CounterpartsRequest) =>
  infiniteQueryOptions({
    queryKey: ['counterparts', indexId, otherId, text],
    queryFn: ({ pageParam, signal }) =>
      api('list-counterparts', {
        body: {
          index_id: indexId,
          other_index_id: otherId,
          ...(text !== '' && { text, syntax: hasOperators(text) ? 'query' : 'words' }),
          after: pageParam,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // All pages would be asked for again.
    staleTime: Number.POSITIVE_INFINITY,
  });
