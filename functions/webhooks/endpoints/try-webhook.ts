import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { send } from '../emit-event.ts';
import { ownWebhook } from '../own-webhook.ts';
import { toDelivery } from '../to-webhook.ts';

export const handler = lambda(webhooks, 'try-webhook', admin, async (request) => {
  const { params, principal, now, fail } = request;
  const webhook = await ownWebhook(principal, params.webhook_id);
  if (webhook.stopped) throw fail('WebhookStopped');
  await requireAttempt('webhook', principal.orgId, now);
  const data = { message: 'This is a test.' };
  return toDelivery(await send(webhook, { type: 'webhook.test', key: newId('msg'), data }, now));
});
