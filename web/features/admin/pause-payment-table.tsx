import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import type { OrganizationRow } from '#shared/contract/admin.ts';
import { limits } from '#shared/limits.ts';
import { togglePayment } from '#web/api/admin.ts';
import { useUser } from '#web/api/user.ts';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { OrganizationTable } from './organization-table.tsx';

const column = columnsOf<OrganizationRow>();

/** Organizations, each with a switch that waives its invoices. */
export function PausePaymentTable() {
  const { auth_user_id } = useUser();
  const [changing, setChanging] = useState<OrganizationRow>();
  const columns = column.columns([
    column.display({ header: 'ID', cell: ({ row }) => row.original.id }),
    column.display({ header: 'Name', cell: ({ row }) => row.original.name, meta: { plain: true } }),
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
  return (
    <>
      <OrganizationTable columns={columns} pageSize={limits.adminPageSizeDefault} />
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
