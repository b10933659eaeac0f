import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract/contract.ts';
import type { RequestOf } from '#shared/contract/endpoint.ts';
import { api } from '#web/lib/api-client.ts';
import type { PageRequest } from '#web/lib/page-request.ts';

/** Everything that is known of the files begins with this key. */
export const datasetFilesKey = (orgId: string) => ['dataset-files', orgId];

/** So many can be read through; of more one types the beginning. */
const choices = 50;

/** Files whose names begin like this, to choose from. `next` says that there are more. */
export const datasetChoicesQuery = (orgId: string, prefix = '') =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'choices', prefix],
    queryFn: ({ signal }) => listFiles({ key: orgId, prefix, limit: choices }, signal),
    placeholderData: keepPreviousData,
  });

/** The file of this name, or `null`. */
export const datasetNamedQuery = (orgId: string, name: string) =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'named', name],
    queryFn: async ({ signal }) => {
      const { items } = await listFiles({ key: orgId, prefix: name, limit: choices }, signal);
      return items.find(({ Key }) => fileName(Key) === name) ?? null;
    },
  });

export interface FileListRequest extends PageRequest {
  sort: 'name' | 'date' | 'author';
}

/** One page of the files, in an order, and of those of the catalogues, which come last. */
export const datasetPageQuery = (orgId: string, request: FileListRequest) =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'page', request],
    queryFn: ({ signal }) => listFiles({ key: orgId, catalogs: 'last', ...request }, signal),
    placeholderData: keepPreviousData,
  });

async function listFiles(
  query: RequestOf<Contract['get-dataset-files']>['query'],
  signal: AbortSignal,
) {
  const answer = await api('get-dataset-files', { query, signal });
  if ('items' in answer) return answer;
  throw new Error('The list of datasets was asked for and a file came back');
}

/** Last segment of a file's path. */
export function fileName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
