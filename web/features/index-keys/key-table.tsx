import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import type { Index } from '#shared/contract/indexes.ts';
import { errorCatalog } from '#shared/errors.ts';
import { revealIndexKey } from '#web/api/index-keys.ts';
import { useMember } from '#web/api/user.ts';
import { formatDate } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { CopyIcon } from '#web/ui/text/copy-icon.tsx';
import { DeleteKeyModal } from './delete-key-modal.tsx';
import classes from './index-keys.module.css';
import { ReplaceKeyModal } from './replace-key-modal.tsx';
import { restrictionsInWords } from './restrictions-in-words.ts';

interface KeyTableProps {
  index: Index;
  keys: readonly ApiKey[];
}

const column = columnsOf<ApiKey>();

const dataColumns = column.columns([
  column.display({
    header: 'Secret key',
    cell: ({ row: { original: key } }) => (
      <>
        {key.name !== undefined && <div>{key.name}</div>}
        <SecretKey apiKey={key} />
        {key.made_by && (
          <div className={classes.madeBy}>Made by the management key {key.made_by.name}</div>
        )}
      </>
    ),
  }),
  column.display({
    header: 'Restrictions',
    cell: ({ row }) => <Restrictions apiKey={row.original} />,
  }),
  column.display({
    header: 'Creation date',
    cell: ({ row }) => formatDate(row.original.creation_date),
  }),
  column.display({
    header: 'Last used',
    cell: ({ row: { original: key } }) =>
      key.last_used_date ? formatDate(key.last_used_date) : 'Never',
  }),
]);

export function KeyTable({ index, keys }: KeyTableProps) {
  const [deleted, setDeleted] = useState<ApiKey>();
  const [replaced, setReplaced] = useState<ApiKey>();
  const [refused, setRefused] = useState(false);
  const askToDelete = (key: ApiKey) => {
    // The server would refuse it, so no confirmation is shown.
    if (keys.length === 1) setRefused(true);
    else setDeleted(key);
  };
  const columns = column.columns([
    ...dataColumns,
    column.display({
      header: 'Actions',
      cell: ({ row: { original: key } }) => (
        <>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Replace key ending in ${key.api_key.slice(-4)}`}
            onClick={() => setReplaced(key)}
          >
            Replace
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Delete key ending in ${key.api_key.slice(-4)}`}
            onClick={() => askToDelete(key)}
          >
            Delete
          </Button>
        </>
      ),
      meta: { align: 'right' },
    }),
  ]);
  return (
    <>
      {refused && keys.length === 1 && (
        <Notice kind="danger">{errorCatalog.LastKey.message}</Notice>
      )}
      <DataTable label="Secret keys" columns={columns} rows={keys} rowKey={({ id }) => id} />
      <ReplaceKeyModal index={index} apiKey={replaced} onClose={() => setReplaced(undefined)} />
      <DeleteKeyModal index={index} apiKey={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}

/** What narrows it. */
function Restrictions({ apiKey }: { apiKey: ApiKey }) {
  const sentences = restrictionsInWords(apiKey);
  if (sentences.length === 0) return 'None';
  return (
    <ul className={classes.restrictions}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** Masked until an admin asks for the text: that is noted, and keys are on screen in meetings and recordings. */
function SecretKey({ apiKey }: { apiKey: ApiKey }) {
  const { isAdmin } = useMember();
  const reveal = useMutation(revealIndexKey);
  const revealed = reveal.data;
  const label = revealed === undefined ? 'Reveal key' : 'Hide key';
  const Icon = revealed === undefined ? IconEye : IconEyeOff;
  return (
    <span className={classes.key}>
      <code className={classes.value}>{revealed ?? apiKey.api_key}</code>
      {isAdmin && (
        <Tooltip label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={label}
            loading={reveal.isPending}
            onClick={() => (revealed === undefined ? reveal.mutate(apiKey) : reveal.reset())}
          >
            <Icon size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {revealed !== undefined && <CopyIcon value={revealed} label="Copy key" />}
      <FormError error={reveal.error} />
    </span>
  );
}
