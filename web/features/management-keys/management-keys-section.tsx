import { Button, Checkbox } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { ManagementKey } from '#shared/contract/management-keys.ts';
import { firstNames } from '#shared/first-names.ts';
import { formatDay } from '#shared/format-day.ts';
import { indexKeysQuery } from '#web/api/index-keys.ts';
import { managementKeysQuery, revokeManagementKey } from '#web/api/management-keys.ts';
import { formatCount, formatDateTime } from '#web/lib/format.ts';
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

const namesShown = 5;

const namesOf = (keys: readonly ApiKey[]): string => {
  const names = keys.map(({ name, api_key }) => name ?? `ending in ${api_key.slice(-4)}`);
  return firstNames(names, namesShown);
};

/** Keys with which programs manage datasets, indexes and keys. For admins. */
export function ManagementKeysSection() {
  const keys = useQuery(managementKeysQuery);
  const [opened, { open, close }] = useDisclosure();
  const [revoked, setRevoked] = useState<ManagementKey>();
  const [madeKeys, setMadeKeys] = useState<'keep' | 'delete'>('keep');
  const [kept, setKept] = useState(0);
  const indexKeys = useQuery({ ...indexKeysQuery, enabled: revoked !== undefined });
  const madeBy = ({ id }: ManagementKey) =>
    Object.values(indexKeys.data ?? {})
      .flat()
      .filter(({ made_by }) => made_by?.id === id);
  const askToRevoke = (key: ManagementKey) => {
    setMadeKeys('keep');
    setKept(0);
    setRevoked(key);
  };
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
          onClick={() => askToRevoke(key)}
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
        acts for the admin who made it, and ends with that role. API keys that it has made go on.
      </p>
      {kept > 0 && (
        <Notice kind="danger">
          {kept === 1
            ? 'One API key that it has made stays: it is the last one of its index.'
            : `${kept} API keys that it has made stay: each is the last one of its index.`}{' '}
          Make another one there, then delete it.
        </Notice>
      )}
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
        action={{
          ...revokeManagementKey(madeKeys),
          onSuccess: ({ kept_keys = [] }) => setKept(kept_keys.length),
        }}
        onClose={() => setRevoked(undefined)}
      >
        {(key) => (
          <>
            Programs that use <strong>{key.name}</strong> are refused from their next call on. This
            cannot be undone.
            {madeBy(key).length > 0 && (
              <Checkbox
                mt="md"
                label={`Delete ${formatCount(madeBy(key).length, 'API key')} that it has made`}
                description={`${namesOf(madeBy(key))}. If not, calls with them are answered as before.`}
                checked={madeKeys === 'delete'}
                onChange={(event) => setMadeKeys(event.currentTarget.checked ? 'delete' : 'keep')}
              />
            )}
          </>
        )}
      </ConfirmModal>
    </Section>
  );
}
