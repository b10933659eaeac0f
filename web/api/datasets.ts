import { keepPreviousData, mutationOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contract } from '#shared/contract/contract.ts';
import type { DatasetFile, FilePreview } from '#shared/contract/datasets.ts';
import type { RequestOf } from '#shared/contract/endpoint.ts';
import { limits } from '#shared/limits.ts';
import type { Reading } from '#shared/reading.ts';
import { api } from '#web/lib/api-client.ts';
import type { CsvSample } from '#web/lib/csv.ts';
import { codeOf } from '#web/lib/errors.ts';
import type { PageRequest } from '#web/lib/page-request.ts';
import { useMember } from './user.ts';

/** Start of the keys of all queries about files. */
export const datasetFilesKey = (orgId: string) => ['dataset-files', orgId];

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

/** Files of the catalogues can be previewed but not deleted. The list has the size of the whole catalogue. */
export const isCatalogFile = ({ Key }: Pick<DatasetFile, 'Key'>): boolean =>
  Key.startsWith('data-catalog/');

/** Files whose names start with `prefix`, to choose from. `next` says that there are more. */
export const datasetChoicesQuery = (orgId: string, prefix = '') =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'choices', prefix],
    queryFn: ({ signal }) => listFiles({ key: orgId, prefix, limit: limits.choicesListed }, signal),
    placeholderData: keepPreviousData,
  });

/** Datasets of the organization to choose from. If there are many, the server searches by what is typed. */
export function useDatasetChoices() {
  const { orgId } = useMember();
  const [typed, setTyped] = useState('');
  const first = useQuery(datasetChoicesQuery(orgId));
  const found = useQuery(datasetChoicesQuery(orgId, typed));
  const complete = first.data?.next === undefined;
  return {
    files: (complete ? first.data : found.data)?.items ?? [],
    /** Whether these are all that there are. */
    complete,
    isEmpty: first.data?.items.length === 0,
    placeholder: first.isPending ? 'Loading…' : 'Choose a dataset',
    onSearch: setTyped,
  };
}

/** The file of this name, or `null`. */
export const datasetNamedQuery = (orgId: string, name: string) =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'named', name],
    queryFn: async ({ signal }) => {
      const query = { key: orgId, prefix: name, limit: limits.choicesListed };
      const { items } = await listFiles(query, signal);
      return items.find(({ Key }) => fileName(Key) === name) ?? null;
    },
  });

export type FileSort = 'name' | 'date' | 'author';

/** One sorted page of the organization's files; those of the catalogues come last. */
export const datasetPageQuery = (orgId: string, request: PageRequest & { sort: FileSort }) =>
  queryOptions({
    queryKey: [...datasetFilesKey(orgId), 'page', request],
    queryFn: ({ signal }) => listFiles({ key: orgId, catalogs: 'last', ...request }, signal),
    placeholderData: keepPreviousData,
  });

export type PreviewColumn = FilePreview['columns'][number];

export interface DatasetPreview extends CsvSample {
  sizeBytes: number;
  /** How the file was read, and what was found in it. */
  file: FilePreview;
}

/** Start of the keys of all previews. */
export const datasetPreviewsKey = ['dataset-preview'];

/** Columns and first rows of a file. `reading` has the customer's settings, such as the encoding. */
export const datasetPreviewQuery = (key: string, reading: Reading = {}) =>
  queryOptions({
    queryKey: [...datasetPreviewsKey, key, reading],
    queryFn: async ({ signal }): Promise<DatasetPreview> => {
      const query = { ...reading, key, header: reading.header?.toString() };
      const answer = await api('get-dataset-files', { query, signal });
      if ('items' in answer) throw new Error('A file was asked for and a list came back');
      return {
        columns: answer.columns.map(({ name }) => name),
        rows: answer.rows,
        sizeBytes: answer.size,
        file: answer,
      };
    },
    // While other settings load, the last preview of the same file stays visible.
    placeholderData: (last, query) => (query?.queryKey[1] === key ? last : undefined),
  });

/** Heading of a failed preview. For a file that is not a CSV it does not promise a fix. */
export const previewFailureTitle = (error: unknown): string =>
  codeOf(error) === 'DatasetUnreadable' || codeOf(error) === 'DatasetNotFound'
    ? 'There is no preview of this file'
    : 'Something went wrong. We will fix it soon';

export const deleteDataset = (orgId: string) =>
  mutationOptions({
    mutationFn: ({ Key }: DatasetFile) => api('delete-dataset-file', { query: { key: Key } }),
    // Also after a failure: the file may have been deleted in another window.
    onSettled: (_done, _error, _file, _result, { client }) =>
      client.invalidateQueries({ queryKey: datasetFilesKey(orgId) }),
  });
