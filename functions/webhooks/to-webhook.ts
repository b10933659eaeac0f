import type { Webhook, WebhookDelivery } from '#shared/contract/webhooks.ts';
import type { WebhookEvent } from '#shared/webhooks.ts';
import type { DeliveryRecord } from './deliveries.ts';
import type { WebhookRecord } from './webhooks.ts';

export const toWebhook = ({
  org_id: _,
  secret: _secret,
  former_secret: _former,
  events,
  ...webhook
}: WebhookRecord): Webhook => ({ ...webhook, events: events as WebhookEvent[] });

export const toDelivery = ({
  webhook_id: _,
  org_id: _org,
  round: _round,
  expires_at: _expires,
  ...delivery
}: DeliveryRecord): WebhookDelivery => delivery;
