import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AlertFrequency, SavedSearch } from '#shared/contract/saved-searches.ts';
import { api } from '#web/lib/api-client.ts';
import type { RunnableSearch } from '#web/lib/runnable-search.ts';

/** The searches that the person has saved, the last one first. Alerts change what they say. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: async ({ signal }) => (await api('list-saved-searches', { signal })).items,
  staleTime: 0,
});

const refresh = (client: QueryClient) => client.invalidateQueries(savedSearchesQuery);

export const saveSearch = mutationOptions({
  mutationFn: (body: RunnableSearch & { name: string; frequency: AlertFrequency }) =>
    api('create-saved-search', { body }),
  onSuccess: (_search, _body, _result, { client }) => refresh(client),
});

export const updateSavedSearch = ({ search_id }: Pick<SavedSearch, 'search_id'>) =>
  mutationOptions({
    mutationFn: (body: { name: string; frequency: AlertFrequency }) =>
      api('update-saved-search', { params: { search_id }, body }),
    onSuccess: (_search, _body, _result, { client }) => refresh(client),
  });

export const deleteSavedSearch = mutationOptions({
  mutationFn: ({ search_id }: SavedSearch) => api('delete-saved-search', { params: { search_id } }),
  onSuccess: (_nothing, _search, _result, { client }) => refresh(client),
});
