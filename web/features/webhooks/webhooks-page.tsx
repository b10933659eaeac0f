import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook } from '#shared/contract/webhooks.ts';
import { limits } from '#shared/limits.ts';
import { useMember } from '#web/api/user.ts';
import {
  deleteWebhook,
  rotateWebhookSecret,
  tryWebhook,
  updateWebhook,
  webhooksQuery,
} from '#web/api/webhooks.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ConfirmModal } from '#web/ui/form/confirm-modal.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { LoadedTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf } from '#web/ui/table/table-columns.ts';
import { Deliveries } from './deliveries.tsx';
import { hostOf } from './host-of.ts';
import { SecretModal } from './secret-modal.tsx';
import { WebhookModal } from './webhook-modal.tsx';
import classes from './webhooks-page.module.css';

const stopTexts: Record<NonNullable<Webhook['stopped']>, string> = {
  'by-you': 'Switched off',
  failing: 'Switched off: every delivery failed for five days',
  gone: 'Switched off: the server takes no more events (410)',
};

const column = columnsOf<Webhook>();

/** Addresses to which events of the organization are sent; for admins. */
export function WebhooksPage() {
  const { isAdmin } = useMember();
  return (
    <>
      <PageHeader />
      {isAdmin ? <Webhooks /> : <Notice>Webhooks are looked after by your admins.</Notice>}
    </>
  );
}

function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  /** In the dialog: one to change, or `new`. */
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [deleted, setDeleted] = useState<Webhook>();
  const [rotated, setRotated] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const [chosenId, setChosenId] = useState<string>();
  const shown =
    webhooks.data?.find(({ webhook_id }) => webhook_id === chosenId) ?? webhooks.data?.[0];
  const columns = column.columns([
    column.accessor('url', {
      header: 'Address',
      cell: ({ row: { original } }) => (
        <div className={classes.address}>
          <span className={classes.url}>{original.url}</span>
          {original.about && <div className={classes.about}>{original.about}</div>}
          <div className={classes.about}>{original.events.join(', ')}</div>
        </div>
      ),
    }),
    column.accessor(({ stopped = '' }) => stopped, {
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => stateOf(original),
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original } }) => (
        <Actions
          webhook={original}
          onShow={() => setChosenId(original.webhook_id)}
          onEdit={() => setEdited(original)}
          onRotate={() => setRotated(original)}
          onDelete={() => setDeleted(original)}
        />
      ),
      meta: { align: 'right' },
    }),
  ]);
  const isFull = (webhooks.data?.length ?? 0) >= limits.webhooksPerOrganization;
  const add = (
    <Button size="xs" disabled={isFull} onClick={() => setEdited('new')}>
      Add webhook
    </Button>
  );
  return (
    <>
      <Section title="Addresses" actions={webhooks.data?.length ? add : undefined}>
        <LoadedTable
          query={webhooks}
          failure="The webhooks could not be loaded"
          empty={
            <EmptyState title="No webhooks yet" action={add}>
              A webhook tells a server of yours when an index is ready or has failed, a report is
              ready, an alert has found something, or the queries of a day are nearly used.
            </EmptyState>
          }
          label="Webhooks"
          columns={columns}
          rows={webhooks.data}
          rowKey={({ webhook_id }) => webhook_id}
        />
        {isFull && (
          <Notice>Your organization has {limits.webhooksPerOrganization} webhooks.</Notice>
        )}
      </Section>
      {shown && <Deliveries key={shown.webhook_id} webhook={shown} />}
      <WebhookModal webhook={edited} onMade={setSecret} onClose={() => setEdited(undefined)} />
      <SecretModal secret={secret} onClose={() => setSecret(undefined)} />
      <ConfirmModal
        subject={rotated}
        title="New secret"
        confirmLabel="Make a new secret"
        action={rotateWebhookSecret(setSecret)}
        onClose={() => setRotated(undefined)}
      >
        {(webhook) => (
          <>
            For {limits.webhookSecretOverlapHours} hours, deliveries to{' '}
            <strong>{hostOf(webhook)}</strong> are signed with both secrets. Replace the former one
            meanwhile.
          </>
        )}
      </ConfirmModal>
      <ConfirmModal
        subject={deleted}
        title="Delete webhook"
        confirmLabel="Delete"
        action={deleteWebhook}
        onClose={() => setDeleted(undefined)}
      >
        {(webhook) => (
          <>
            Delete the webhook to <strong>{hostOf(webhook)}</strong> with the list of its
            deliveries? This cannot be undone.
          </>
        )}
      </ConfirmModal>
    </>
  );
}

function stateOf({ stopped, failing_since, former_secret_until }: Webhook) {
  if (stopped) return <span className={classes.problem}>{stopTexts[stopped]}</span>;
  if (failing_since) {
    return <span className={classes.problem}>Failing since {formatDateTime(failing_since)}</span>;
  }
  const isOverlap = former_secret_until && Date.parse(former_secret_until) > Date.now();
  return isOverlap ? `On, with both secrets until ${formatDateTime(former_secret_until)}` : 'On';
}

interface ActionsProps {
  webhook: Webhook;
  onShow: () => void;
  onEdit: () => void;
  onRotate: () => void;
  onDelete: () => void;
}

function Actions({ webhook, onShow, onEdit, onRotate, onDelete }: ActionsProps) {
  const host = hostOf(webhook);
  const test = useMutation(tryWebhook);
  const change = useMutation(updateWebhook(webhook));
  const isOff = webhook.stopped !== undefined;
  const actions = [
    { label: 'Deliveries', onClick: onShow },
    ...(isOff
      ? []
      : [{ label: 'Send a test', onClick: () => test.mutate(webhook, { onSuccess: onShow }) }]),
    { label: isOff ? 'Switch on' : 'Switch off', onClick: () => change.mutate({ is_on: isOff }) },
    { label: 'Edit', onClick: onEdit },
    { label: 'New secret', onClick: onRotate },
    { label: 'Delete', onClick: onDelete, color: 'red' },
  ];
  return (
    <>
      <Group gap={4} className={classes.actions}>
        {actions.map(({ label, onClick, color }) => (
          <Button
            key={label}
            size="compact-sm"
            variant="subtle"
            {...(color && { color })}
            aria-label={`${label}: ${host}`}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </Group>
      <FormError error={test.error ?? change.error} />
    </>
  );
}
