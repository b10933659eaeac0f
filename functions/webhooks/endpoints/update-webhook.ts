import { lambda } from '#core/request/lambda.ts';
import { isPublicUrl } from '#core/runtime/public-address.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { objectOf, ownWebhook } from '../own-webhook.ts';
import { toWebhook } from '../to-webhook.ts';
import { changeWebhook } from '../webhooks.ts';

export const handler = lambda(webhooks, 'update-webhook', admin, async (request) => {
  const { params, body, principal, now, fail } = request;
  const { is_on, ...fields } = body;
  if (fields.url !== undefined && !isPublicUrl(fields.url)) throw fail('WebhookUrlRefused');
  const seen = await ownWebhook(principal, params.webhook_id);
  // What is switched on begins anew: five days until it counts as failing again.
  const started = { stopped: null, failing_since: null };
  const changes = {
    ...fields,
    ...(is_on === true && started),
    ...(is_on === false && { stopped: 'by-you' as const }),
  };
  if (Object.keys(changes).length === 0) return toWebhook(seen);
  const event = {
    action: 'webhook.changed',
    object: objectOf({ ...seen, ...fields }),
    details: { fields: Object.keys(body).join(', ') },
  } as const;
  const isChanged = await changeWebhook(seen, changes, [auditEntry(principal, event, now)]);
  if (!isChanged) throw fail('NotFound');
  return toWebhook(await ownWebhook(principal, params.webhook_id));
});
