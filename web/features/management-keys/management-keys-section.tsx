import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagementKey } from '#shared/contract/management-keys.ts';
import { formatDay } from '#shared/format-day.ts';
import { managementKeysQuery, revokeManagementKey } from '#web/api/management-keys.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import classes from './management-keys.module.css';
import { NewKeyModal } from './new-key-modal.tsx';

const column = columnsOf<ManagementKey>();

const endOf = ({ expires_at, works }: ManagementKey) => {
  if (!works) return 'Works no more';
  return expires_at ? formatDay(expires_at) : 'Never';
};

/** Keys with which programs manage datasets, indexes and keys. For admins. */
export function ManagementKeysSection() {
  const keys = useQuery(managementKeysQuery);
  const [opened, { open, close }] = useDisclosure();
  const [revoked, setRevoked] = useState<ManagementKey>();
  const columns = column.columns([
    column.accessor('name', { header: 'Name' }),
    column.accessor('scopes', {
      header: 'Scopes',
      cell: ({ getValue }) => getValue().join(', '),
      meta: { plain: true },
    }),
    column.accessor('created_by', { header: 'Acts for' }),
    column.accessor('used_at', {
      header: 'Last use',
      cell: ({ getValue }) => {
        const used = getValue();
        return used ? formatDateTime(used) : 'Never';
      },
    }),
    column.display({
      header: 'Ends',
      cell: ({ row }) => endOf(row.original),
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original: key } }) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setRevoked(key)}
          aria-label={`Revoke ${key.name}`}
        >
          Revoke
        </Button>
      ),
    }),
  ]);
  return (
    <Section
      title="Management keys"
      actions={
        <Button variant="default" size="xs" onClick={open}>
          Make a key
        </Button>
      }
    >
      <p className={classes.about}>
        Programs upload datasets, build indexes and make keys with them, without a session. A key
        acts for the admin who made it, and ends with that role.
      </p>
      <LoadedTable
        query={keys}
        failure="The management keys could not be loaded"
        empty={<Notice>There are no management keys yet.</Notice>}
        label="Management keys"
        rows={keys.data?.items}
        rowKey={({ id }) => id}
        columns={columns}
      />
      <NewKeyModal opened={opened} onClose={close} />
      <ConfirmModal
        subject={revoked}
        title="Revoke the key"
        confirmLabel="Revoke"
        action={revokeManagementKey}
        onClose={() => setRevoked(undefined)}
      >
        {({ name }) => (
          <>
            Programs that use <strong>{name}</strong> are refused from their next call on. This
            cannot be undone.
          </>
        )}
      </ConfirmModal>
    </Section>
  );
}
