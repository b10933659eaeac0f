import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Index } from '#shared/contract/indexes.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';
import { firstPage, type PageRequest } from '#web/lib/page-request.ts';

/** How often the progress of a running build is asked for. */
const progressPollMs = 1500;

/** Whether a build of an index is running, the first or a later one. */
export const isBuilding = ({ progress, failure }: Index) =>
  progress.stage !== 'done' && failure === undefined;

/** Start of the keys of all queries about indexes. */
export const indexesKey = ['indexes'];

/** Start of the keys of all lists of indexes. */
export const indexListsKey = [...indexesKey, 'lists'];

export type IndexSort = 'name' | 'date' | 'updated' | 'status' | 'author';

/** One sorted page of the indexes; repeated while one of them is built. */
export const indexPageQuery = (request: PageRequest & { sort: IndexSort }) =>
  queryOptions({
    queryKey: [...indexListsKey, 'page', request],
    queryFn: ({ signal }) => api('list-indexes', { query: request, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some(isBuilding) ? progressPollMs : false),
    placeholderData: keepPreviousData,
  });

/** The newest indexes, as the list begins. */
export const newestFirst = { sort: 'date', order: 'descending' } as const;

export const firstIndexPageQuery = indexPageQuery({ ...firstPage(), ...newestFirst });

/** Indexes whose names start with `prefix`, to choose from. `next` says that there are more. */
export const indexChoicesQuery = (prefix = '') =>
  queryOptions({
    queryKey: [...indexListsKey, 'choices', prefix],
    queryFn: ({ signal }) =>
      api('list-indexes', {
        query: { prefix, sort: 'name', limit: limits.choicesListed },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Whether an index of the organization has this name, in any case. */
export const indexNameTakenQuery = (name: string) =>
  queryOptions({
    queryKey: [...indexListsKey, 'taken', name.toLowerCase()],
    queryFn: async ({ signal }) => {
      // Names are sorted, so the name itself comes before longer ones that start with it.
      const query = { prefix: name, limit: 1 };
      const { items } = await api('list-indexes', { query, signal });
      return items.some((index) => index.name.toLowerCase() === name.toLowerCase());
    },
  });

/** One index with the sample values of its columns; repeated while it is built. */
export const indexQuery = (indexId: string) =>
  queryOptions({
    queryKey: [...indexesKey, indexId],
    queryFn: async ({ signal }): Promise<Index> => {
      const query = { index_id: indexId };
      const [index] = (await api('list-indexes', { query, signal })).items;
      if (index) return index;
      throw new ProductError('IndexNotFound');
    },
    refetchInterval: ({ state }) => (state.data && isBuilding(state.data) ? progressPollMs : false),
  });
