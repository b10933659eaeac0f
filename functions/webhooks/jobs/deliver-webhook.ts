import { logger } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { failingDaysMax, retryPauses } from '#shared/webhooks.ts';
import {
  type DeliveryMessage,
  type DeliveryRecord,
  deliveryMessage,
  enqueueDelivery,
  getDelivery,
  noteTry,
} from '../deliveries.ts';
import { postEvent } from '../post-event.ts';
import { tellStopped } from '../tell-stopped.ts';
import { secretsOf, signatureHeaders } from '../webhook-secrets.ts';
import {
  getWebhook,
  noteArrival,
  noteFailure,
  stopWebhook,
  type WebhookRecord,
} from '../webhooks.ts';

const dayMs = 86_400_000;

/**
 * Sends an event to a webhook, or waits longer. A worker that is killed leaves its message, which comes back: a receiver may get an event
 * twice, with the same `webhook-id`.
 */
export const handler = queueHandler(deliveryMessage, deliver);

async function deliver(message: DeliveryMessage): Promise<void> {
  const now = new Date();
  const [webhook, delivery] = await Promise.all([getWebhook(message), getDelivery(message)]);
  if (!webhook || delivery?.status !== 'waiting' || delivery.round !== message.round) return;
  const waitMs = Date.parse(delivery.next_at ?? '') - now.getTime();
  if (waitMs > 0) return enqueueDelivery(delivery, waitMs / 1000);
  if (webhook.stopped) {
    await noteTry(delivery, { status: 'failed', answer: 'the webhook is switched off' }, now);
    return;
  }
  const { delivery_id, payload } = delivery;
  const secrets = await secretsOf(webhook, now);
  const headers = signatureHeaders(delivery_id, payload, secrets, now);
  const { status = 0, text } = await postEvent(webhook.url, payload, headers);
  const ended = new Date();
  if (status >= 200 && status < 300) {
    await noteTry(delivery, { status: 'delivered', answer: text }, ended);
    await noteArrival(webhook);
    return;
  }
  logger.info('webhook not reached', {
    webhook: webhook.webhook_id,
    tries: delivery.tries,
    status,
  });
  await tryLater(delivery, text, ended);
  if (status === 410) await stop(webhook, 'gone', ended);
  else await lookWhetherItFails(webhook, ended);
}

async function tryLater(delivery: DeliveryRecord, answer: string, now: Date): Promise<void> {
  const pause = retryPauses[delivery.tries];
  if (pause === undefined) {
    await noteTry(delivery, { status: 'failed', answer }, now);
    return;
  }
  const next_at = new Date(now.getTime() + pause * 1000).toISOString();
  // Noted first: if this worker is killed in between, its own message comes back, finds that it is not due, and waits.
  const noted = await noteTry(delivery, { status: 'waiting', answer, next_at }, now);
  if (noted) await enqueueDelivery(delivery, pause);
}

async function lookWhetherItFails(webhook: WebhookRecord, now: Date): Promise<void> {
  const since = await noteFailure(webhook, now);
  if (since && now.getTime() - Date.parse(since) >= failingDaysMax * dayMs) {
    await stop(webhook, 'failing', now);
  }
}

async function stop(webhook: WebhookRecord, why: 'failing' | 'gone', now: Date): Promise<void> {
  // Told first, with a key: if this is cut short, the next failure does it.
  await tellStopped(webhook, why, now);
  await stopWebhook(webhook, why);
}
