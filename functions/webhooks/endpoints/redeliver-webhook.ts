import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { beginAgain, enqueueDelivery, getDelivery } from '../deliveries.ts';
import { ownWebhook } from '../own-webhook.ts';
import { toDelivery } from '../to-webhook.ts';

export const handler = lambda(webhooks, 'redeliver-webhook', admin, async (request) => {
  const { params, principal, now, fail } = request;
  const webhook = await ownWebhook(principal, params.webhook_id);
  const seen = await getDelivery(params);
  if (!seen) throw fail('NotFound');
  if (webhook.stopped) throw fail('WebhookStopped');
  await requireAttempt('webhook', principal.orgId, now);
  const waiting = await beginAgain(seen);
  if (!waiting) throw fail('NotFound');
  await enqueueDelivery(waiting);
  return toDelivery(waiting);
});
