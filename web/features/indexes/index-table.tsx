import { Anchor, Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Index } from '#shared/contract/indexes.ts';
import { useMember } from '#web/lib/auth/user.ts';
import { formatDate } from '#web/lib/format.ts';
import { indexesQuery } from '#web/lib/queries/indexes.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { IndexStatus } from './index-status.tsx';

/** Page of an index: catalogues and the organisation's own live apart. */
export function indexPath({ item_id, builtin }: Pick<Index, 'item_id' | 'builtin'>): string {
  return builtin ? `/data-catalog/${item_id}` : `/indexes/${item_id}`;
}

const columns: Column<Index>[] = [
  {
    title: 'Index Name',
    render: (index) => (
      <Anchor underline="hover" component={Link} to={indexPath(index)} inherit fw={500}>
        {index.name}
      </Anchor>
    ),
    sortBy: ({ name }) => name,
  },
  {
    title: 'Creation Date',
    render: ({ created_at }) => formatDate(created_at),
    sortBy: ({ created_at }) => created_at,
    nowrap: true,
  },
  {
    title: 'Last Updated',
    render: ({ modified_at }) => formatDate(modified_at),
    sortBy: ({ modified_at }) => modified_at,
    nowrap: true,
  },
  {
    title: 'Status',
    render: (index) => <IndexStatus index={index} />,
    sortBy: ({ status }) => status,
  },
  { title: 'Created by', render: ({ author }) => author, sortBy: ({ author }) => author },
];

/** All indexes that the organisation can query. */
export function IndexTable() {
  const { orgId } = useMember();
  const indexes = useQuery(indexesQuery(orgId));
  const hasOwn = indexes.data?.some(({ builtin }) => !builtin) ?? true;
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
      {(indexes.isPending || indexes.data) && (
        <DataTable
          label="Indexes"
          columns={columns}
          rows={indexes.data}
          rowKey={({ item_id }) => item_id}
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
