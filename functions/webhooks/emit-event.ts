import { createHash } from 'node:crypto';
import type { WebhookEvent } from '#shared/webhooks.ts';
import { enqueueDelivery, putDelivery } from './deliveries.ts';
import { listWebhooks, type WebhookRecord } from './webhooks.ts';

/**
 * Sends an event to the webhooks of an organization that ask for it. May be repeated: the same `key` is the same delivery.
 *
 * @param key what makes an event the same event, such as the id of a build
 * @param data ids and names; it leaves the installation
 */
export async function emitEvent(
  orgId: string,
  event: { type: WebhookEvent; key: string; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  for (const webhook of await listWebhooks(orgId)) {
    if (!webhook.stopped && webhook.events.includes(event.type)) await send(webhook, event, now);
  }
}

/** Stores a delivery and queues it. A message of one that was delivered before does nothing. */
export async function send(
  webhook: WebhookRecord,
  { type, key, data }: { type: string; key: string; data: Record<string, unknown> },
  now: Date,
) {
  const id = createHash('sha256').update(JSON.stringify([webhook.webhook_id, type, key]));
  const sent = {
    delivery_id: `msg_${id.digest('base64url').slice(0, 27)}`,
    event: type,
    payload: JSON.stringify({ type, timestamp: now.toISOString(), data }),
  };
  const delivery = await putDelivery(webhook, sent, now);
  await enqueueDelivery(delivery);
  return delivery;
}
