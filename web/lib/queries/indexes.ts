import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { errorCatalog } from '#shared/errors.ts';
import { api } from '#web/lib/api.ts';
import type { PageRequest } from '#web/ui/use-pages.ts';
import { everyPage } from './every-page.ts';

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

/** Indexes of the organisation, newest first, the catalogues last; kept current while one is built. */
export const indexesQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...indexListsKey(orgId), 'all'],
    queryFn: ({ signal }): Promise<Index[]> =>
      everyPage((cursor) => api('list-indexes', { query: { org_id: orgId, cursor }, signal })),
    refetchInterval: ({ state }) => (state.data?.some(isBuilding) ? progressPollMs : false),
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
