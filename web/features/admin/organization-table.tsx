import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import type { OrganizationRow } from '#shared/contract/admin.ts';
import { organizationRowsQuery } from '#web/api/admin.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { DataTable } from '#web/ui/table/data-table.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { useServerPages } from '#web/ui/table/use-server-pages.ts';

interface OrganizationTableProps {
  columns: ComponentProps<typeof DataTable<OrganizationRow>>['columns'];
  /** Rows of a page until another number is chosen. */
  pageSize: number;
  /** Whether rows say what each has used since the month began. */
  figures?: 'month';
}

const typingMs = 250;

/** All organizations, to find one by its name or id. */
export function OrganizationTable(table: OrganizationTableProps) {
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
      <Found key={wanted} search={wanted} {...table} />
    </>
  );
}

function Found({
  search,
  columns,
  pageSize,
  figures,
}: OrganizationTableProps & { search: string }) {
  const pages = useServerPages(pageSize);
  const list = useQuery(organizationRowsQuery(search, pages.request, figures));
  const items = list.data?.items;
  return (
    <LoadedTable
      query={list}
      failure="The organizations could not be loaded"
      empty={pages.isFirstPage && <Notice>No organization matches.</Notice>}
      label="Organizations"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      server={pages.tableOptions(items?.length ?? 0, list.data?.next)}
    />
  );
}
