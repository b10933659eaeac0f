import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { type IndexSort, indexPageQuery, newestFirst } from '#web/api/indexes.ts';
import { formatDate } from '#web/lib/format.ts';
import { indexPath } from '#web/lib/index-path.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { useServerPages } from '#web/ui/table/use-server-pages.ts';
import { IndexStatus } from './index-status.tsx';

const column = columnsOf<Index>();

/** The ids are the names that the server sorts by. */
const columns = column.columns([
  column.accessor('name', {
    header: 'Index Name',
    cell: ({ row: { original: index } }) => (
      <Anchor underline="hover" component={Link} to={indexPath(index.item_id)} inherit fw={500}>
        {index.name}
      </Anchor>
    ),
  }),
  column.accessor('created_at', {
    id: 'date',
    header: 'Creation Date',
    cell: ({ getValue }) => formatDate(getValue()),
    meta: { nowrap: true },
  }),
  column.accessor('modified_at', {
    id: 'updated',
    header: 'Last Updated',
    cell: ({ getValue }) => formatDate(getValue()),
    meta: { nowrap: true },
  }),
  column.accessor('status', {
    header: 'Status',
    cell: ({ row }) => <IndexStatus index={row.original} />,
    meta: { plain: true },
  }),
  column.accessor('author', { header: 'Created by', meta: { plain: true } }),
]);

/** All indexes that the organization can query. */
export function IndexTable() {
  const { request, sort, isFirstPage, tableOptions } = useServerPages();
  const indexes = useQuery(
    indexPageQuery(
      // Newest first, unless asked otherwise.
      sort === undefined ? { ...request, ...newestFirst } : { ...request, sort: sort as IndexSort },
    ),
  );
  const { items, next } = indexes.data ?? {};
  const hasOwn = !isFirstPage || (items?.some(({ builtin }) => !builtin) ?? true);
  return (
    <Stack gap="lg">
      {!hasOwn && (
        <EmptyState
          title="Search your own texts by meaning"
          action={
            <Button component={Link} to="/dataset" variant="default">
              Upload a dataset
            </Button>
          }
        >
          Upload a CSV, choose the column to search, and an index with its own API is built from it.
          Until then, try the ready-made catalogs below.
        </EmptyState>
      )}
      <LoadedTable
        query={indexes}
        failure="The indexes could not be loaded"
        label="Indexes"
        columns={columns}
        rows={items}
        rowKey={({ item_id }) => item_id}
        server={tableOptions(items?.length ?? 0, next)}
      />
    </Stack>
  );
}
