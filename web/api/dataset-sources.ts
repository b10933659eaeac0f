import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { RequestOf } from '#shared/contract/endpoint.ts';
import type { DatasetSource } from '#shared/contract/sources.ts';
import { api } from '#web/lib/api-client.ts';
import { datasetFilesKey, datasetPreviewsKey } from './datasets.ts';

const sourcesKey = ['dataset-sources'];

/** How often the list is looked at while something is fetched, in milliseconds. */
const lookAgainMs = 2000;

export const isFetching = ({ state }: DatasetSource) => state === 'fetching';

/** Where datasets come from, and whom roles for buckets trust. */
export const datasetSourcesQuery = queryOptions({
  queryKey: sourcesKey,
  queryFn: ({ signal }) => api('list-dataset-sources', { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.items.some(isFetching) ? lookAgainMs : false),
});

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: sourcesKey });

/** After a fetch has ended: there may be a new version of a dataset. */
export async function refreshDatasets(client: QueryClient, orgId: string): Promise<void> {
  client.removeQueries({ queryKey: datasetPreviewsKey, type: 'inactive' });
  await client.invalidateQueries({ queryKey: datasetFilesKey(orgId) });
}

export type SourceChoice = RequestOf<Contract['create-dataset-source']>['body'];

export const createSource = mutationOptions({
  mutationFn: (body: SourceChoice) => api('create-dataset-source', { body }),
  onSettled: (_made, _error, _body, _result, { client }) => refresh(client),
});

export const updateSource = ({ source_id }: DatasetSource) =>
  mutationOptions({
    mutationFn: (body: RequestOf<Contract['update-dataset-source']>['body']) =>
      api('update-dataset-source', { params: { source_id }, body }),
    onSettled: (_source, _error, _body, _result, { client }) => refresh(client),
  });

export const fetchSource = mutationOptions({
  mutationFn: ({ source_id }: DatasetSource) =>
    api('fetch-dataset-source', { params: { source_id } }),
  onSettled: (_source, _error, _asked, _result, { client }) => refresh(client),
});

export const deleteSource = mutationOptions({
  mutationFn: ({ source_id }: DatasetSource) =>
    api('delete-dataset-source', { params: { source_id } }),
  onSettled: (_nothing, _error, _source, _result, { client }) => refresh(client),
});
