import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';

/** The latest searches of the person, the last one first. */
export const ownSearchesQuery = queryOptions({
  queryKey: ['own-searches'],
  queryFn: async ({ signal }) => (await api('list-own-searches', { signal })).items,
  // Each search adds one, some seconds later.
  staleTime: 0,
});
