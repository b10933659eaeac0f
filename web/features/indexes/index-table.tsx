import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { indexPageQuery } from '#web/api/indexes.ts';
import { useMember } from '#web/api/user.ts';
import { formatDate } from '#web/lib/format.ts';
import { indexPath } from '#web/lib/index-path.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { type Column, TableFrame } from '#web/ui/table-frame.tsx';
import { usePages } from '#web/ui/use-pages.ts';
import { IndexStatus } from './index-status.tsx';

const columns: Column<Index>[] = [
  {
    title: 'Index Name',
    render: (index) => (
      <Anchor underline="hover" component={Link} to={indexPath(index.item_id)} inherit fw={500}>
        {index.name}
      </Anchor>
    ),
    sortable: true,
  },
  {
    title: 'Creation Date',
    render: ({ created_at }) => formatDate(created_at),
    sortable: true,
    nowrap: true,
  },
  {
    title: 'Last Updated',
    render: ({ modified_at }) => formatDate(modified_at),
    sortable: true,
    nowrap: true,
  },
  {
    title: 'Status',
    render: (index) => <IndexStatus index={index} />,
    sortable: true,
  },
  { title: 'Created by', render: ({ author }) => author, sortable: true },
];

/** What the columns are sorted by. */
const sorts = {
  'Index Name': 'name',
  'Creation Date': 'date',
  'Last Updated': 'updated',
  Status: 'status',
  'Created by': 'author',
} as const;

/** All indexes that the organisation can query. */
export function IndexTable() {
  const { orgId } = useMember();
  const pages = usePages();
  const { title } = pages.sort ?? {};
  const indexes = useQuery(
    indexPageQuery(orgId, {
      ...pages.request,
      sort: sorts[(title ?? 'Creation Date') as keyof typeof sorts],
      // Newest first, unless asked otherwise.
      order: title ? pages.request.order : 'descending',
    }),
  );
  const { items, next } = indexes.data ?? {};
  const pager = pages.pagerOf(items?.length ?? 0, next);
  const hasOwn = pager.previous !== undefined || (items?.some(({ builtin }) => !builtin) ?? true);
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
      {(indexes.isPending || items) && (
        <TableFrame
          label="Indexes"
          columns={columns}
          rows={items}
          rowKey={({ item_id }) => item_id}
          sort={pages.sort}
          onSort={pages.onSort}
          pager={pager}
        />
      )}
      {indexes.isError && (
        <ErrorPanel
          title="The indexes could not be loaded"
          error={indexes.error}
          onRetry={() => void indexes.refetch()}
        />
      )}
    </Stack>
  );
}
