import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { limits } from '#shared/limits.ts';
import { objectOf, ownWebhook } from '../own-webhook.ts';
import { toWebhook } from '../to-webhook.ts';
import { newSecret } from '../webhook-secrets.ts';
import { changeWebhook } from '../webhooks.ts';

export const handler = lambda(webhooks, 'rotate-webhook-secret', admin, async (request) => {
  const { params, principal, now, fail } = request;
  const webhook = await ownWebhook(principal, params.webhook_id);
  await requireAttempt('webhook', principal.orgId, now);
  const { secret, stored } = await newSecret(webhook);
  const until = new Date(now.getTime() + limits.webhookSecretOverlapHours * 3_600_000);
  const changes = {
    secret: stored,
    former_secret: webhook.secret,
    former_secret_until: until.toISOString(),
  };
  const event = { action: 'webhook.secret-rotated', object: objectOf(webhook) } as const;
  const isChanged = await changeWebhook(webhook, changes, [auditEntry(principal, event, now)]);
  if (!isChanged) throw fail('NotFound');
  return { webhook: toWebhook({ ...webhook, ...changes }), secret };
});
