import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { errorCatalog } from '#shared/errors.ts';
import { api } from '#web/lib/api.ts';
import { everyPage } from './every-page.ts';

/** How often a running build is looked at. */
const progressPollMs = 1500;

/** Whether a build of an index is under way, its first one or a later one. */
export const isBuilding = ({ progress, failure }: Index) =>
  progress.stage !== 'done' && failure === undefined;

/** Indexes of the organisation, newest first, the catalogues last; kept current while one is built. */
export const indexesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['indexes', orgId],
    queryFn: ({ signal }): Promise<Index[]> =>
      everyPage((cursor) => api('list-indexes', { query: { org_id: orgId, cursor }, signal })),
    refetchInterval: ({ state }) => (state.data?.some(isBuilding) ? progressPollMs : false),
  });

/** One index with the sample values of its columns; kept current while it is built. */
export const indexQuery = (orgId: string, indexId: string) =>
  queryOptions({
    queryKey: ['indexes', orgId, indexId],
    queryFn: async ({ signal }): Promise<Index> => {
      const query = { org_id: orgId, index_id: indexId };
      const [index] = (await api('list-indexes', { query, signal })).items;
      if (index) return index;
      throw new ApiError({ code: 'IndexNotFound', ...errorCatalog.IndexNotFound });
    },
    refetchInterval: ({ state }) => (state.data && isBuilding(state.data) ? progressPollMs : false),
  });
