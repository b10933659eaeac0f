import { queryOptions } from '@tanstack/react-query';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { api } from '#web/lib/api.ts';
import { everyPage } from './every-page.ts';

/** Files of the organisation. */
export const datasetFilesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['dataset-files', orgId],
    queryFn: ({ signal }): Promise<DatasetFile[]> =>
      everyPage(async (cursor) => {
        const answer = await api('get-dataset-files', { query: { key: orgId, cursor }, signal });
        if ('items' in answer) return answer;
        throw new Error('The list of datasets was asked for and a file came back');
      }),
  });

/** Last segment of a file's path. */
export function fileName(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
