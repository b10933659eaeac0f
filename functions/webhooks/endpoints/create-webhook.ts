import { lambda } from '#core/request/lambda.ts';
import { once } from '#core/request/once.ts';
import { newId } from '#core/runtime/ids.ts';
import { isPublicUrl } from '#core/runtime/public-address.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { toWebhook } from '../to-webhook.ts';
import { newSecret } from '../webhook-secrets.ts';
import { putWebhook } from '../webhooks.ts';

export const handler = lambda(
  webhooks,
  'create-webhook',
  admin,
  once('create-webhook', async (request) => {
    const { body, principal, now, fail } = request;
    if (!isPublicUrl(body.url)) throw fail('WebhookUrlRefused');
    const owner = { org_id: principal.orgId, webhook_id: newId('whk') };
    const { secret, stored } = await newSecret(owner);
    const record = { ...owner, ...body, created_at: now.toISOString(), secret: stored };
    const event = {
      action: 'webhook.created',
      object: { id: record.webhook_id, name: new URL(body.url).host },
    } as const;
    if (!(await putWebhook(record, [auditEntry(principal, event, now)]))) {
      throw fail('WebhookLimitReached');
    }
    return { webhook: toWebhook(record), secret };
  }),
);
