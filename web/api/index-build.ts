import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { RequestOf } from '#shared/contract/endpoint.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { api } from '#web/lib/api-client.ts';
import { indexesKey, indexListsKey, indexQuery } from './indexes.ts';

type CreateIndex = RequestOf<Contract['create-index']>['body'];

/** Creates an index and starts its first build. */
export const createIndex = mutationOptions({
  mutationFn: (body: CreateIndex) => api('create-index', { body }),
  onSuccess: async (index, _body, _result, { client }) => {
    client.setQueryData(indexQuery(index.item_id).queryKey, index);
    await client.invalidateQueries({ queryKey: indexListsKey });
  },
});

/** Builds an index again from a dataset, given by its path and name. */
export const rebuildIndex = (orgId: string, { item_id }: Index) =>
  mutationOptions({
    mutationFn: (dataset: { value: string; label: string }) =>
      api('rebuild-index', { body: { index_id: item_id, orgId, dataset } }),
    onSuccess: (_done, _dataset, _result, { client }) =>
      client.invalidateQueries({ queryKey: indexesKey }),
  });

/** Ends the build that runs. What was published before keeps serving. */
export const cancelBuild = mutationOptions({
  mutationFn: ({ item_id }: Index) => api('cancel-build', { body: { index_id: item_id } }),
  // Also after a failure: the build may have ended meanwhile.
  onSettled: (_done, _error, _index, _result, { client }) =>
    client.invalidateQueries({ queryKey: indexesKey }),
});

/** Deletes an index with its keys. */
export const deleteIndex = mutationOptions({
  mutationFn: ({ item_id }: Index) => api('delete-index', { params: { index_id: item_id } }),
  onSuccess: (_done, _index, _result, { client }) =>
    client.invalidateQueries({ queryKey: indexesKey, refetchType: 'none' }),
});

/** What the last build measured about an index. */
export const indexQualityQuery = ({ item_id, modified_at }: Index) =>
  queryOptions({
    queryKey: ['index-quality', item_id, modified_at],
    queryFn: ({ signal }) => api('get-index-quality', { query: { index_id: item_id }, signal }),
  });

/** Rows of the dataset that the last build could not index. */
export const indexRejectsQuery = ({ item_id, modified_at }: Index) =>
  queryOptions({
    queryKey: ['index-rejects', item_id, modified_at],
    queryFn: ({ signal }) => api('list-index-rejects', { query: { index_id: item_id }, signal }),
  });
