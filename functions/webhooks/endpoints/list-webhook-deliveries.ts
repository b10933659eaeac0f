import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { listDeliveries } from '../deliveries.ts';
import { ownWebhook } from '../own-webhook.ts';
import { toDelivery } from '../to-webhook.ts';

export const handler = lambda(webhooks, 'list-webhook-deliveries', admin, async (request) => {
  const { params, query, principal } = request;
  const { webhook_id } = await ownWebhook(principal, params.webhook_id);
  const start = decodeCursor(query.cursor);
  const { deliveries, next } = await listDeliveries(webhook_id, query.limit, start);
  return { items: deliveries.map(toDelivery), next: encodeCursor(next) };
});
