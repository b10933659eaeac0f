import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SearchExport } from '#shared/contract/search-exports.ts';
import { formatBytes } from '#shared/limits.ts';
import type { ExportFormat } from '#shared/search-exports.ts';
import { deleteExport, ownExportsQuery } from '#web/api/search-exports.ts';
import { useIndexName } from '#web/api/use-index-name.ts';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { failureTexts } from './export-failures.ts';

const formatNames: Record<ExportFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel',
  jsonl: 'JSON lines',
  parquet: 'Parquet',
};

const column = columnsOf<SearchExport>();

/** Exports that the person began, with their files. */
export function ExportsPage() {
  const client = useQueryClient();
  const exports = useQuery(ownExportsQuery);
  const nameOf = useIndexName();
  const [deleted, setDeleted] = useState<SearchExport>();
  const columns = column.columns([
    column.accessor(({ created_at }) => created_at, {
      id: 'begun',
      header: 'Begun',
      cell: ({ getValue }) => formatDateTime(getValue()),
      meta: { plain: true, nowrap: true },
    }),
    column.accessor(({ index_id }) => nameOf(index_id) ?? index_id, {
      id: 'index',
      header: 'Index',
    }),
    column.accessor(({ format }) => formatNames[format], {
      id: 'format',
      header: 'Format',
      meta: { plain: true },
    }),
    column.accessor('rows', {
      header: 'Rows',
      cell: ({ row: { original } }) => describeRows(original),
      meta: { align: 'right', nowrap: true },
    }),
    column.accessor(({ status }) => status, {
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => describeState(original),
      meta: { plain: true },
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original } }) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {original.download_url && (
            <Button
              component="a"
              href={original.download_url}
              size="compact-sm"
              variant="subtle"
              aria-label={`Download ${labelOf(original)}`}
            >
              Download
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Delete ${labelOf(original)}`}
            onClick={() => setDeleted(original)}
          >
            {original.status === 'writing' ? 'Stop' : 'Delete'}
          </Button>
        </Group>
      ),
      meta: { align: 'right', nowrap: true },
    }),
  ]);
  return (
    <>
      <PageHeader />
      <LoadedTable
        query={exports}
        failure="The exports could not be loaded"
        empty={
          <EmptyState
            title="No exports yet"
            action={
              <Button component={Link} to="/search" variant="default">
                Search
              </Button>
            }
          >
            Search for something, and choose “Export” above the results.
          </EmptyState>
        }
        label="Exports"
        columns={columns}
        rows={exports.data}
        rowKey={({ export_id }) => export_id}
      />
      <ConfirmModal
        subject={deleted}
        title="Delete export"
        confirmLabel="Delete"
        action={deleteExport(client)}
        onClose={() => setDeleted(undefined)}
      >
        {(one) => <>Delete the export {labelOf(one)} with its file? This cannot be undone.</>}
      </ConfirmModal>
    </>
  );
}

const labelOf = ({ created_at }: SearchExport) => `of ${formatDateTime(created_at)}`;

function describeRows({ status, rows, rows_wanted, total_found }: SearchExport): string {
  if (status !== 'ready') return `${formatNumber(rows)} of ${formatNumber(rows_wanted)}`;
  return total_found > rows_wanted
    ? `first ${formatNumber(rows)} of ${formatNumber(total_found)}`
    : formatNumber(rows);
}

function describeState({ status, failure, size_bytes = 0, available_until }: SearchExport): string {
  if (failure) return failureTexts[failure];
  if (status === 'writing') return 'Being written';
  const size = formatBytes(size_bytes);
  return available_until ? `${size}, until ${formatDateTime(available_until)}` : size;
}
