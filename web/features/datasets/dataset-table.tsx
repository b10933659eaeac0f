import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { formatDay } from '#shared/format-day.ts';
import { formatBytes } from '#shared/limits.ts';
import { datasetPageQuery, type FileSort, fileName, isCatalogFile } from '#web/api/datasets.ts';
import { useMember, userQuery } from '#web/api/user.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorText } from '#web/ui/feedback/error-text.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { useServerPages } from '#web/ui/table/use-server-pages.ts';
import { DeleteDatasetModal } from './delete-dataset-modal.tsx';
import { JoinModal } from './join-modal.tsx';
import { PreviewModal } from './preview-modal.tsx';

const noFiles: DatasetFile[] = [];

const column = columnsOf<DatasetFile>();

/** The ids are the names that the server sorts by. */
const dataColumns = column.columns([
  column.accessor(({ Key }) => fileName(Key), { id: 'name', header: 'Name' }),
  column.accessor('LastModified', {
    id: 'date',
    header: 'Date',
    cell: ({ row: { original: file } }) =>
      isCatalogFile(file) ? formatDay(file.LastModified) : formatDateTime(file.LastModified),
    meta: { nowrap: true, plain: true },
  }),
  column.display({
    header: 'Size',
    cell: ({ row }) => formatBytes(row.original.Size),
    meta: { align: 'right', nowrap: true, plain: true },
  }),
  column.accessor(({ author = '–' }) => author, {
    id: 'author',
    header: 'Author',
    meta: { roomy: true, plain: true },
  }),
]);

/** Files of the organization with preview and delete, and those of the catalogues with preview. */
export function DatasetTable({ uploadButton }: { uploadButton: ReactNode }) {
  const { orgId } = useMember();
  const { request, sort = 'name', isFirstPage, tableOptions } = useServerPages();
  const files = useQuery(datasetPageQuery(orgId, { ...request, sort: sort as FileSort }));
  const user = useQuery(userQuery);
  const [previewed, setPreviewed] = useState<DatasetFile>();
  const [joined, setJoined] = useState<DatasetFile>();
  const [deleted, setDeleted] = useState<DatasetFile>();
  const columns = column.columns([
    ...dataColumns,
    column.display({
      header: 'Actions',
      cell: ({ row: { original: file } }) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            data-tour="preview"
            aria-label={`Preview ${fileName(file.Key)}`}
            onClick={() => setPreviewed(file)}
          >
            Preview
          </Button>
          {!isCatalogFile(file) && (
            <>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Add rows to ${fileName(file.Key)}`}
                onClick={() => setJoined(file)}
              >
                Add rows
              </Button>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={`Delete ${fileName(file.Key)}`}
                onClick={() => setDeleted(file)}
              >
                Delete
              </Button>
            </>
          )}
        </Group>
      ),
      meta: { align: 'right' },
    }),
  ]);
  const { items: rows, next } = files.data ?? {};
  const hasOwn = !isFirstPage || (rows?.some((file) => !isCatalogFile(file)) ?? true);
  return (
    <Stack>
      {!hasOwn && (
        <EmptyState title="No datasets of your own yet" action={uploadButton}>
          Upload a table with one row per document: CSV, TSV, JSON, JSON lines, Parquet or Excel, or
          one of these in a gzip or ZIP file. You choose in the next step which column is searched
          by meaning.
        </EmptyState>
      )}
      <DataTable
        label="Datasets"
        columns={columns}
        rows={rows ?? (files.isError ? noFiles : undefined)}
        rowKey={(file) => file.Key}
        server={tableOptions(rows?.length ?? 0, next)}
      />
      {files.isError && (
        <ErrorText
          title="The datasets could not be loaded"
          error={files.error}
          onRetry={() => void files.refetch()}
        />
      )}
      {user.isError && (
        <ErrorText
          title="Your account could not be loaded"
          error={user.error}
          onRetry={() => void user.refetch()}
        />
      )}
      <PreviewModal file={previewed} onClose={() => setPreviewed(undefined)} />
      <JoinModal file={joined} onClose={() => setJoined(undefined)} />
      <DeleteDatasetModal file={deleted} onClose={() => setDeleted(undefined)} />
    </Stack>
  );
}
