import { lambda } from '#core/request/lambda.ts';
import { admin } from '#functions/people/index.ts';
import { webhooks } from '#shared/contract/webhooks.ts';
import { toWebhook } from '../to-webhook.ts';
import { listWebhooks } from '../webhooks.ts';

export const handler = lambda(webhooks, 'list-webhooks', admin, async ({ principal }) => {
  const records = await listWebhooks(principal.orgId);
  return {
    items: records.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)).map(toWebhook),
  };
});
