import '@mantine/core/styles/Switch.css';
import { Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrganizationRow } from '#shared/contract/admin.ts';
import { limits } from '#shared/limits.ts';
import { organizationRowsQuery, togglePayment } from '#web/api/admin.ts';
import { useUser } from '#web/api/user.ts';
import { ConfirmModal } from '#web/ui/confirm-modal.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { columnsOf } from '#web/ui/table-columns.ts';
import { useServerPages } from '#web/ui/use-server-pages.ts';

const column = columnsOf<OrganizationRow>();
const typingMs = 250;

/** Organisations, each with a switch that waives its invoices. */
export function PausePaymentTable() {
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
      <Organizations key={wanted} search={wanted} />
    </>
  );
}

function Organizations({ search }: { search: string }) {
  const { auth_user_id } = useUser();
  const pages = useServerPages(limits.adminPageSizeDefault);
  const list = useQuery(organizationRowsQuery(search, pages.request));
  const [changing, setChanging] = useState<OrganizationRow>();
  const columns = column.columns([
    column.display({ header: 'ID', cell: ({ row }) => row.original.id }),
    column.display({ header: 'Name', cell: ({ row }) => row.original.name }),
    column.display({
      header: 'Subscription ID',
      cell: ({ row }) => row.original.subscription_id ?? '–',
    }),
    column.display({
      header: 'Paused Payment',
      cell: ({ row: { original } }) => (
        <Switch
          aria-label={`Paused payment of ${original.name}`}
          checked={original.paused_payment}
          disabled={original.subscription_id === undefined}
          onChange={() => setChanging(original)}
        />
      ),
    }),
  ]);
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
    <>
      <DataTable
        label="Organizations"
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        server={pages.tableOptions(items?.length ?? 0, list.data?.next)}
      />
      <ConfirmModal
        subject={changing}
        title={changing?.paused_payment ? 'Collect payments again' : 'Pause the payment'}
        confirmLabel={changing?.paused_payment ? 'Collect again' : 'Pause'}
        action={togglePayment(auth_user_id)}
        onClose={() => setChanging(undefined)}
      >
        {({ name, paused_payment }) =>
          paused_payment ? (
            <>
              <strong>{name}</strong> is invoiced again from the next period on.
            </>
          ) : (
            <>
              Invoices of <strong>{name}</strong> are waived, and everything works as if they were
              paid, until you collect payments again.
            </>
          )
        }
      </ConfirmModal>
    </>
  );
}
