import type { MemberPrincipal } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { getWebhook, type WebhookRecord } from './webhooks.ts';

/** A webhook of the caller's organization. Throws `NotFound` for every other id. */
export async function ownWebhook(
  { orgId }: MemberPrincipal,
  webhookId: string,
): Promise<WebhookRecord> {
  const webhook = await getWebhook({ org_id: orgId, webhook_id: webhookId });
  if (!webhook) throw new ProductError('NotFound');
  return webhook;
}

/** The audit trail's name of a webhook: an address may hold a secret. */
export const objectOf = ({ webhook_id, url }: WebhookRecord) => ({
  id: webhook_id,
  name: new URL(url).host,
});
