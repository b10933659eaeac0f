/** Webhooks of organizations. A count beside them keeps an organization within its limit. */
import { oneMore } from '#core/storage/counts.ts';
import { queryAll } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import {
  put,
  remove,
  type TransactItems,
  tryOverwrite,
  tryUpdate,
  tryWrite,
  update,
} from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { WebhookStop } from '#shared/webhooks.ts';
import { accounts } from '#tables/accounts.ts';
import type { RecordOf } from '#tables/define-table.ts';

export type WebhookRecord = RecordOf<typeof accounts.webhook>;
export type WebhookKey = Pick<WebhookRecord, 'org_id' | 'webhook_id'>;

export const getWebhook = (key: WebhookKey): Promise<WebhookRecord | undefined> =>
  getRecord('dynamodb:GetItem Accounts', accounts.webhook, key);

/** Webhooks of an organization, in no order that means anything. */
export async function listWebhooks(orgId: string): Promise<WebhookRecord[]> {
  const found = await queryAll(
    'dynamodb:Query Accounts',
    accounts.webhooksOf,
    { org_id: orgId },
    { consistent: true },
  );
  return found.flatMap((one) => (one.entity === 'webhook' ? [one.record] : []));
}

/** Stores a new webhook; false when the organization has as many as it may. */
export async function putWebhook(record: WebhookRecord, also: TransactItems): Promise<boolean> {
  const counted = update(
    'dynamodb:UpdateItem Accounts',
    accounts.webhookCount,
    { org_id: record.org_id },
    oneMore('webhooks', limits.webhooksPerOrganization),
  );
  const keys = accounts.webhook.key(record);
  const stored = put('dynamodb:PutItem Accounts', accounts.webhook, keys, record, {
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  return !(await tryWrite([counted, stored, ...also]));
}

/** Deletes a webhook; false when it is gone. */
export async function removeWebhook(key: WebhookKey, also: TransactItems): Promise<boolean> {
  return !(await tryWrite([
    remove('dynamodb:DeleteItem Accounts', accounts.webhook, key, {
      ConditionExpression: 'attribute_exists(pk)',
    }),
    update('dynamodb:UpdateItem Accounts', accounts.webhookCount, key, {
      UpdateExpression: 'ADD webhooks :less',
      ExpressionAttributeValues: { ':less': -1 },
    }),
    ...also,
  ]));
}

/** Fields that an admin changes. Null takes one away. */
type Changes = Partial<Pick<WebhookRecord, 'url' | 'about' | 'events' | 'secret'>> & {
  former_secret?: Uint8Array;
  former_secret_until?: string;
  stopped?: WebhookStop | null;
  failing_since?: null;
};

/** Changes a webhook; false when it is gone. */
export async function changeWebhook(
  key: WebhookKey,
  changes: Changes,
  also: TransactItems,
): Promise<boolean> {
  return !(await tryWrite([changeOf(key, changes), ...also]));
}

function changeOf(key: WebhookKey, changes: Changes) {
  const set = Object.entries(changes).filter(([, value]) => value !== null);
  const removed = Object.keys(changes).filter((name) => !set.some(([other]) => other === name));
  const parts = [
    set.length > 0 && `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
  ];
  return update('dynamodb:UpdateItem Accounts', accounts.webhook, key, {
    UpdateExpression: parts.filter(Boolean).join(' '),
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(
      Object.keys(changes).map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues:
      set.length > 0
        ? Object.fromEntries(set.map(([name, value]) => [`:${name}`, value]))
        : undefined,
  });
}

/** Notes that a delivery has arrived. */
export async function noteArrival(webhook: WebhookRecord): Promise<void> {
  if (!webhook.failing_since) return;
  await tryOverwrite(changeOf(webhook, { failing_since: null }));
}

/** Notes that a try has failed. @returns since when all tries have; undefined if the webhook is gone */
export async function noteFailure(webhook: WebhookKey, now: Date): Promise<string | undefined> {
  const noted = await tryUpdate(
    accounts.webhook,
    update('dynamodb:UpdateItem Accounts', accounts.webhook, webhook, {
      UpdateExpression: 'SET failing_since = if_not_exists(failing_since, :now)',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    }),
  );
  return noted?.failing_since;
}

/** Switches a webhook off; false if it is off already, or gone. */
export const stopWebhook = (webhook: WebhookKey, stopped: WebhookStop): Promise<boolean> =>
  tryOverwrite(
    update('dynamodb:UpdateItem Accounts', accounts.webhook, webhook, {
      UpdateExpression: 'SET stopped = :stopped',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(stopped)',
      ExpressionAttributeValues: { ':stopped': stopped },
    }),
  );
