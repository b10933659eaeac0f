import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { api } from '#web/lib/api.ts';
import type { PageRequest } from '#web/ui/use-pages.ts';
import { everyPage } from './every-page.ts';

/** Everything that is known of the files begins with this key. */
export const datasetFilesKey = (orgId: string) => ['dataset-files', orgId];

/** All files of the organisation, to choose from. */
export const datasetFilesQuery = (orgId: string) =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'all'],
    queryFn: ({ signal }): Promise<DatasetFile[]> =>
      everyPage(async (cursor) => {
        const answer = await api('get-dataset-files', {
          query: { key: orgId, limit: 1000, cursor },
          signal,
        });
        return asList(answer);
      }),
  });

export interface FileListRequest extends PageRequest {
  sort: 'name' | 'date' | 'author';
}

/** One page of the files, in an order. */
export const datasetPageQuery = (orgId: string, request: FileListRequest) =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'page', request],
    queryFn: async ({ signal }) =>
      asList(await api('get-dataset-files', { query: { key: orgId, ...request }, signal })),
    placeholderData: keepPreviousData,
  });

function asList<T extends object>(answer: T): Extract<T, { items: DatasetFile[] }> {
  if ('items' in answer) return answer as Extract<T, { items: DatasetFile[] }>;
  throw new Error('The list of datasets was asked for and a file came back');
}

/** Last segment of a file's path. */
export function fileName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
