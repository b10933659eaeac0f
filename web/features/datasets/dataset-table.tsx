import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { formatBytes } from '#shared/limits.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { datasetFilesQuery, fileName } from '#web/lib/queries/dataset-files.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { DeleteDatasetModal } from './delete-dataset-modal.tsx';
import { PreviewModal } from './preview-modal.tsx';

/** Files of the organisation with preview and delete. */
export function DatasetTable({ uploadButton }: { uploadButton: ReactNode }) {
  const { orgId } = useMember();
  const files = useQuery(datasetFilesQuery(orgId));
  const [previewed, setPreviewed] = useState<DatasetFile>();
  const [deleted, setDeleted] = useState<DatasetFile>();
  const columns: Column<DatasetFile>[] = [
    { title: 'Name', render: ({ Key }) => fileName(Key), sortBy: ({ Key }) => fileName(Key) },
    {
      title: 'Date',
      render: ({ LastModified }) => formatDateTime(LastModified),
      sortBy: ({ LastModified }) => LastModified,
      nowrap: true,
    },
    { title: 'Size', render: ({ Size }) => formatBytes(Size), align: 'right', nowrap: true },
    { title: 'Author', render: ({ author = '–' }) => author, sortBy: ({ author = '' }) => author },
    {
      title: 'Actions',
      render: (file) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Preview ${fileName(file.Key)}`}
            onClick={() => setPreviewed(file)}
          >
            Preview
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
        </Group>
      ),
      align: 'right',
    },
  ];
  return (
    <Stack>
      {files.data?.length === 0 && (
        <EmptyState title="No datasets yet" action={uploadButton}>
          Upload a CSV file with a header line and one row per document. You choose in the next step
          which column is searched by meaning.
        </EmptyState>
      )}
      {(files.isPending || (files.data?.length ?? 0) > 0) && (
        <DataTable
          label="Datasets"
          columns={columns}
          rows={files.data}
          rowKey={(file) => file.Key}
        />
      )}
      {files.isError && (
        <ErrorPanel
          title="The datasets could not be loaded"
          error={files.error}
          onRetry={() => void files.refetch()}
        />
      )}
      <PreviewModal file={previewed} onClose={() => setPreviewed(undefined)} />
      <DeleteDatasetModal file={deleted} onClose={() => setDeleted(undefined)} />
    </Stack>
  );
}
