import { deleteItems } from '#core/storage/records.ts';
import { accounts } from '#tables/accounts.ts';
import { removeDeliveriesOf } from './deliveries.ts';
import { listWebhooks } from './webhooks.ts';

/** Deletes the webhooks of an organization that has ended, with all that was sent there. */
export async function removeWebhooksOf(orgId: string): Promise<void> {
  const webhooks = await listWebhooks(orgId);
  for (const { webhook_id } of webhooks) await removeDeliveriesOf(webhook_id);
  await deleteItems('dynamodb:BatchWriteItem Accounts', [
    ...webhooks.map(accounts.webhook.key),
    accounts.webhookCount.key({ org_id: orgId }),
  ]);
}
