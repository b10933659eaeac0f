/** What was sent to webhooks, or will be. */

import * as z from 'zod';
import { queryKeys, queryPage } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { sendMessage } from '#core/storage/send-message.ts';
import { put, tryUpdate, tryWrite, update } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';
import type { WebhookKey } from './webhooks.ts';

export type DeliveryRecord = RecordOf<typeof activity.webhookDelivery>;
type DeliveryKey = Pick<DeliveryRecord, 'webhook_id' | 'delivery_id'>;

/** A delivery that is due, or will be. */
export const deliveryMessage = z.object({
  org_id: z.string(),
  webhook_id: z.string(),
  delivery_id: z.string(),
  round: z.number(),
});
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** The longest pause of a message in SQS. */
const longestPause = 900;

/** Queues a delivery. After the longest pause of a message the worker looks whether it is due. */
export async function enqueueDelivery(
  { org_id, webhook_id, delivery_id, round }: DeliveryRecord,
  pauseSeconds = 0,
): Promise<void> {
  const message: DeliveryMessage = { org_id, webhook_id, delivery_id, round };
  const seconds = Math.min(longestPause, Math.max(0, Math.ceil(pauseSeconds)));
  await sendMessage('sqs:SendMessage Webhooks', message, seconds);
}

export const getDelivery = (key: DeliveryKey): Promise<DeliveryRecord | undefined> =>
  getRecord('dynamodb:GetItem Activity', activity.webhookDelivery, key);

/** Stores what shall be sent, once: the same event is the same delivery. @returns what is stored */
export async function putDelivery(
  { org_id, webhook_id }: WebhookKey,
  sent: Pick<DeliveryRecord, 'delivery_id' | 'event' | 'payload'>,
  now: Date,
): Promise<DeliveryRecord> {
  const created_at = now.toISOString();
  const record: DeliveryRecord = {
    ...sent,
    org_id,
    webhook_id,
    created_at,
    status: 'waiting',
    tries: 0,
    round: 0,
    expires_at: Math.floor(now.getTime() / 1000) + limits.webhookDeliveryDays * 86_400,
  };
  const keys = {
    ...activity.webhookDelivery.key(record),
    ...activity.deliveriesOf.keys(record),
  };
  await tryWrite(
    put('dynamodb:PutItem Activity', activity.webhookDelivery, keys, record, {
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
  return record;
}

/** Notes a try; false if another worker noted it before, or the delivery was sent again by hand meanwhile. */
export async function noteTry(
  { tries, round, ...key }: DeliveryRecord,
  outcome: Pick<DeliveryRecord, 'status' | 'answer'> & { next_at?: string | undefined },
  now: Date,
): Promise<boolean> {
  const noted = await tryUpdate(
    activity.webhookDelivery,
    update('dynamodb:UpdateItem Activity', activity.webhookDelivery, key, {
      UpdateExpression: `SET #status = :status, answer = :answer, tries = :more, tried_at = :now ${
        outcome.next_at ? ', next_at = :next' : 'REMOVE next_at'
      }`,
      // The SDK repeats a call whose answer is lost, which then meets what it has written.
      ConditionExpression:
        'round = :round AND (tries = :tries OR (tries = :more AND tried_at = :now))',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':status': outcome.status,
        ':answer': outcome.answer,
        ':tries': tries,
        ':more': tries + 1,
        ':round': round,
        ':now': now.toISOString(),
        ...(outcome.next_at && { ':next': outcome.next_at }),
      },
    }),
  );
  return noted !== undefined;
}

/** Makes a delivery wait again, from its first try on. @returns it; undefined if it changed since it was `seen` */
export const beginAgain = ({
  round,
  ...key
}: DeliveryRecord): Promise<DeliveryRecord | undefined> =>
  tryUpdate(
    activity.webhookDelivery,
    update('dynamodb:UpdateItem Activity', activity.webhookDelivery, key, {
      UpdateExpression: 'SET #status = :waiting, tries = :none, round = :next REMOVE next_at',
      ConditionExpression: 'round = :round OR (round = :next AND tries = :none)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':waiting': 'waiting',
        ':none': 0,
        ':round': round,
        ':next': round + 1,
      },
    }),
  );

/** One page of the deliveries of a webhook, newest first. @param start `next` of the page before */
export async function listDeliveries(webhookId: string, limit: number, start?: string) {
  const { found } = await queryPage(
    'dynamodb:Query Activity',
    activity.deliveriesOf,
    { webhook_id: webhookId },
    { descending: true, limit: limit + 1, ...(start && { range: { below: start } }) },
  );
  const shown = found.slice(0, limit);
  return {
    deliveries: shown.map(({ record }) => record),
    next: found.length > limit ? shown.at(-1)!.position : undefined,
  };
}

export async function removeDeliveriesOf(webhookId: string): Promise<void> {
  const keys = await queryKeys('dynamodb:Query Activity', activity.deliveriesOf, {
    webhook_id: webhookId,
  });
  await deleteItems('dynamodb:BatchWriteItem Activity', keys);
}
