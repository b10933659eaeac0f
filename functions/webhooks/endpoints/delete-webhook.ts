import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { removeDeliveriesOf } from '../deliveries.ts';
import { objectOf, ownWebhook } from '../own-webhook.ts';
import { removeWebhook } from '../webhooks.ts';

export const handler = lambda(webhooks, 'delete-webhook', admin, async (request) => {
  const { params, principal, now, fail } = request;
  const webhook = await ownWebhook(principal, params.webhook_id);
  const event = { action: 'webhook.deleted', object: objectOf(webhook) } as const;
  // First: without its webhook nobody would find them again if this is cut short, not even when the organization ends.
  await removeDeliveriesOf(webhook.webhook_id);
  const isRemoved = await removeWebhook(webhook, [auditEntry(principal, event, now)]);
  if (!isRemoved) throw fail('NotFound');
  // What was sent meanwhile.
  await removeDeliveriesOf(webhook.webhook_id);
  return {};
});
