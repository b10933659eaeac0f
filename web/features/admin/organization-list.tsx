import { Anchor, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { OrganizationRow } from '#shared/contract/admin.ts';
import { organizationRowsQuery } from '#web/api/admin.ts';
import { formatDate } from '#web/lib/format.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { columnsOf } from '#web/ui/table-columns.ts';
import { useServerPages } from '#web/ui/use-server-pages.ts';

const column = columnsOf<OrganizationRow>();

const columns = column.columns([
  column.display({
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Anchor component={Link} to={`/admin/organizations/${original.id}`} inherit>
        {original.name}
      </Anchor>
    ),
  }),
  column.display({ header: 'ID', cell: ({ row }) => row.original.id }),
  column.display({ header: 'Subscription', cell: ({ row }) => row.original.status }),
  column.display({
    header: 'Since',
    cell: ({ row }) => formatDate(row.original.created_at),
    meta: { nowrap: true },
  }),
]);

const typingMs = 250;

/** All organisations, to find one. */
export function OrganizationList() {
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), typingMs);
  return (
    <>
      <TextInput
        label="Search"
        description="A part of the name or of the ID"
        maw={360}
        mb="md"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {/* Another search begins on the first page. */}
      <Found key={wanted} search={wanted} />
    </>
  );
}

function Found({ search }: { search: string }) {
  const pages = useServerPages();
  const list = useQuery(organizationRowsQuery(search, pages.request));
  if (list.isError) {
    return (
      <ErrorPanel
        title="The organizations could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const items = list.data?.items;
  if (items?.length === 0 && pages.isFirstPage) return <Notice>No organization fits.</Notice>;
  return (
    <DataTable
      label="Organizations"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      server={pages.tableOptions(items?.length ?? 0, list.data?.next)}
    />
  );
}
