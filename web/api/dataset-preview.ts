import { queryOptions } from '@tanstack/react-query';
import { api } from '#web/lib/api-client.ts';
import { type CsvSample, parseCsv } from '#web/lib/csv.ts';

export interface DatasetPreview extends CsvSample {
  sizeBytes: number;
}

/** The first part of a file as a table. */
export const datasetPreviewQuery = (key: string) =>
  queryOptions({
    queryKey: ['dataset-preview', key],
    queryFn: async ({ signal }): Promise<DatasetPreview> => {
      const answer = await api('get-dataset-files', { query: { key }, signal });
      if ('items' in answer) throw new Error('A file was asked for and a list came back');
      return { ...(await parseCsv(answer.data)), sizeBytes: answer.size };
    },
  });
