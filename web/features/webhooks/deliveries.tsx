import { Button, Code, Group, Stack } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts';
import { limits } from '#shared/limits.ts';
import { deliveriesQuery, redeliver } from '#web/api/webhooks.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Modal } from '#web/ui/feedback/modal.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormError } from '#web/ui/form/form-error.tsx';
import { Section } from '#web/ui/page/section.tsx';
import { EndlessTable } from '#web/ui/table/loaded-table.tsx';
import { columnsOf, timeColumn } from '#web/ui/table/table-columns.ts';
import { hostOf } from './host-of.ts';
import classes from './webhooks-page.module.css';

const column = columnsOf<WebhookDelivery>();

const stateTexts: Record<WebhookDelivery['status'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** What was sent to a webhook, or will be, with what came of it. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const deliveries = useInfiniteQuery(deliveriesQuery(webhook.webhook_id));
  const [opened, setOpened] = useState<WebhookDelivery>();
  const again = useMutation(redeliver(webhook.webhook_id));
  const columns = column.columns([
    column.accessor('created_at', timeColumn('Time')),
    column.accessor('event', { header: 'Event' }),
    column.accessor('status', {
      header: 'State',
      cell: ({ row: { original } }) => (
        <div>
          <span className={original.status === 'failed' ? classes.problem : undefined}>
            {stateTexts[original.status]}
          </span>
          <div className={classes.answer}>{triesOf(original)}</div>
        </div>
      ),
    }),
    column.display({
      header: 'Actions',
      cell: ({ row: { original } }) => {
        const what = `${original.event}, ${formatDateTime(original.created_at)}`;
        return (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Content of ${what}`}
              onClick={() => setOpened(original)}
            >
              Content
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={webhook.stopped !== undefined || again.isPending}
              aria-label={`Send again: ${what}`}
              onClick={() => again.mutate(original)}
            >
              Send again
            </Button>
          </Group>
        );
      },
      meta: { align: 'right' },
    }),
  ]);
  return (
    <Section title={`Deliveries to ${hostOf(webhook)}`}>
      <FormError error={again.error} />
      <EndlessTable
        query={deliveries}
        failure="The deliveries could not be loaded"
        empty={
          <Notice>
            Nothing was sent yet. Deliveries are kept for {limits.webhookDeliveryDays} days.
          </Notice>
        }
        moreLabel="Load earlier deliveries"
        label="Deliveries"
        columns={columns}
        rows={deliveries.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ delivery_id }) => delivery_id}
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened?.event}
        size="lg"
      >
        {opened && (
          <Stack>
            <div className={classes.answer}>webhook-id: {opened.delivery_id}</div>
            <Code block className={classes.payload}>
              {JSON.stringify(JSON.parse(opened.payload), null, 2)}
            </Code>
          </Stack>
        )}
      </Modal>
    </Section>
  );
}

function triesOf({ tries, answer, next_at }: WebhookDelivery): string {
  return [
    tries > 0 && `${tries} ${tries === 1 ? 'try' : 'tries'}`,
    answer && `last answer: ${answer}`,
    next_at && `next ${formatDateTime(next_at)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
