import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { DatasetFile } from '#shared/contract/datasets.ts';
import { formatBytes } from '#shared/limits.ts';
import { datasetPageQuery, fileName } from '#web/api/datasets.ts';
import { useMember } from '#web/api/user.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { type Column, TableFrame } from '#web/ui/table-frame.tsx';
import { usePages } from '#web/ui/use-pages.ts';
import { DeleteDatasetModal } from './delete-dataset-modal.tsx';
import { PreviewModal } from './preview-modal.tsx';

/** They can be previewed and not deleted. */
const isCatalogFile = ({ Key }: DatasetFile): boolean => Key.startsWith('data-catalog/');

/** What the columns are sorted by. */
const sorts = { Name: 'name', Date: 'date', Author: 'author' } as const;

/** Files of the organisation with preview and delete, and those of the catalogues with preview. */
export function DatasetTable({ uploadButton }: { uploadButton: ReactNode }) {
  const { orgId } = useMember();
  const pages = usePages();
  const sort = sorts[(pages.sort?.title ?? 'Name') as keyof typeof sorts];
  const files = useQuery(datasetPageQuery(orgId, { ...pages.request, sort }));
  const [previewed, setPreviewed] = useState<DatasetFile>();
  const [deleted, setDeleted] = useState<DatasetFile>();
  const columns: Column<DatasetFile>[] = [
    { title: 'Name', render: ({ Key }) => fileName(Key), sortable: true },
    {
      title: 'Date',
      render: (file) =>
        isCatalogFile(file) ? formatDate(file.LastModified) : formatDateTime(file.LastModified),
      sortable: true,
      nowrap: true,
    },
    { title: 'Size', render: ({ Size }) => formatBytes(Size), align: 'right', nowrap: true },
    { title: 'Author', render: ({ author = '–' }) => author, sortable: true, roomy: true },
    {
      title: 'Actions',
      render: (file) => (
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
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Delete ${fileName(file.Key)}`}
              onClick={() => setDeleted(file)}
            >
              Delete
            </Button>
          )}
        </Group>
      ),
      align: 'right',
    },
  ];
  const { items: rows, next } = files.data ?? {};
  const pager = pages.pagerOf(rows?.length ?? 0, next);
  const hasOwn =
    pager.previous !== undefined || (rows?.some((file) => !isCatalogFile(file)) ?? true);
  return (
    <Stack>
      {!hasOwn && (
        <EmptyState title="No datasets yet" action={uploadButton}>
          Upload a CSV file with a header line and one row per document. You choose in the next step
          which column is searched by meaning.
        </EmptyState>
      )}
      {(files.isPending || rows) && (
        <TableFrame
          label="Datasets"
          columns={columns}
          rows={rows}
          rowKey={(file) => file.Key}
          sort={pages.sort}
          onSort={pages.onSort}
          pager={pager}
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
