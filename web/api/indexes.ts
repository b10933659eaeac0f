import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { errorCatalog } from '#shared/errors.ts';
import { api } from '#web/lib/api-client.ts';
import type { PageRequest } from '#web/lib/page-request.ts';

/** How often a running build is looked at. */
const progressPollMs = 1500;

/** Whether a build of an index is under way, its first one or a later one. */
export const isBuilding = ({ progress, failure }: Index) =>
  progress.stage !== 'done' && failure === undefined;

/** Everything that is known of the indexes begins with this key. */
export const indexesKey = (orgId: string) => ['indexes', orgId];

/** The same of the lists of them. */
export const indexListsKey = (orgId: string) => [...indexesKey(orgId), 'lists'];

/** One page of the indexes, in an order; kept current while one of them is built. */
export const indexPageQuery = (
  orgId: string,
  request: Partial<PageRequest> & { sort: 'name' | 'date' | 'updated' | 'status' | 'author' },
) =>
  queryOptions({
    queryKey: [...indexListsKey(orgId), 'page', request],
    queryFn: ({ signal }) => api('list-indexes', { query: { org_id: orgId, ...request }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isBuilding) ? progressPollMs : false),
    placeholderData: keepPreviousData,
  });

/** So many can be read through; of more one types the beginning. */
const choices = 50;

/** Indexes whose names begin like this, to choose from. `next` says that there are more. */
export const indexChoicesQuery = (orgId: string, prefix = '') =>
  queryOptions({
    queryKey: [...indexListsKey(orgId), 'choices', prefix],
    queryFn: ({ signal }) =>
      api('list-indexes', {
        query: { org_id: orgId, prefix, sort: 'name', limit: choices },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Whether an index of the organisation has this name, in any case. */
export const indexNameTakenQuery = (orgId: string, name: string) =>
  queryOptions({
    queryKey: [...indexListsKey(orgId), 'taken', name.toLowerCase()],
    queryFn: async ({ signal }) => {
      // The name itself comes before all others that begin with it.
      const query = { org_id: orgId, prefix: name, limit: 1 };
      const { items } = await api('list-indexes', { query, signal });
      return items.some((index) => index.name.toLowerCase() === name.toLowerCase());
    },
  });

/** One index with the sample values of its columns; kept current while it is built. */
export const indexQuery = (orgId: string, indexId: string) =>
  queryOptions({
    queryKey: [...indexesKey(orgId), indexId],
    queryFn: async ({ signal }): Promise<Index> => {
      const query = { org_id: orgId, index_id: indexId };
      const [index] = (await api('list-indexes', { query, signal })).items;
      if (index) return index;
      throw new ApiError({ code: 'IndexNotFound', ...errorCatalog.IndexNotFound });
    },
    refetchInterval: ({ state }) => (state.data && isBuilding(state.data) ? progressPollMs : false),
  });
