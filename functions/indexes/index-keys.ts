/**
 * API keys. "Max 10 per index and never none" is held by a counter in the transaction that adds or removes
 * a key.
 */
import { newApiKey, newId } from '#core/runtime/ids.ts';
import { type Actor, type AuditEvent, auditEntry } from '#core/storage/audit.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, update } from '#core/storage/writes.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { limits } from '#shared/limits.ts';
import { indexes } from '#tables/indexes.ts';
import { decryptApiKey, encryptApiKey, type KeyOwner } from './api-key-encryption.ts';
import { hashApiKey, lastUses } from './key-hashes.ts';

const keyValues = ({ orgId, indexId }: KeyOwner, keyId: string) => ({
  org_id: orgId,
  index_id: indexId,
  key_id: keyId,
});
const countValues = ({ orgId, indexId }: KeyOwner) => ({ org_id: orgId, index_id: indexId });

/** The audit trail contains only the id of a key. */
const keyEvent = (
  action: 'key.created' | 'key.deleted',
  { indexId }: KeyOwner,
  keyId: string,
): AuditEvent => ({
  action,
  object: { id: keyId, name: keyId },
  details: { index: indexId },
});

/** A new key and the writes that store and record it; the first of them fails when the index has 10 keys. */
export async function prepareApiKey(actor: Actor, owner: KeyOwner, now: Date, changesRows = false) {
  const right = changesRows ? ({ changes_rows: true } as const) : {};
  const apiKey: ApiKey = {
    id: newId('key'),
    api_key: newApiKey(),
    creation_date: now.toISOString(),
    ...right,
  };
  const hash = hashApiKey(apiKey.api_key);
  const { orgId, indexId } = owner;
  const writes: TransactItems = [
    update('dynamodb:UpdateItem Indexes', indexes.keyCount, countValues(owner), {
      UpdateExpression: 'ADD keys_count :one',
      ConditionExpression: 'attribute_not_exists(keys_count) OR keys_count < :max',
      ExpressionAttributeValues: { ':one': 1, ':max': limits.apiKeysPerIndex },
    }),
    put(
      'dynamodb:PutItem Indexes',
      indexes.apiKey,
      indexes.apiKey.key(keyValues(owner, apiKey.id)),
      {
        id: apiKey.id,
        org_id: orgId,
        index_id: indexId,
        ciphertext: await encryptApiKey(apiKey.api_key, owner),
        hash,
        creation_date: apiKey.creation_date,
        ...right,
      },
    ),
    put(
      'dynamodb:PutItem Indexes',
      indexes.keyHash,
      indexes.keyHash.key({ hash }),
      { key_id: apiKey.id, org_id: orgId, index_id: indexId, ...right },
      { ConditionExpression: 'attribute_not_exists(pk)' },
    ),
    auditEntry(actor, keyEvent('key.created', owner, apiKey.id), now),
  ];
  return { apiKey, writes };
}

/** Adds a key; undefined when the index has as many as it may. */
export async function addApiKey(
  actor: Actor,
  owner: KeyOwner,
  now: Date,
  changesRows: boolean,
): Promise<ApiKey | undefined> {
  const { apiKey, writes } = await prepareApiKey(actor, owner, now, changesRows);
  return (await tryWrite(writes)) ? undefined : apiKey;
}

/** Revokes a key at once, unless it is unknown or the last one of its index. */
export async function removeApiKey(
  actor: Actor,
  owner: KeyOwner,
  keyId: string,
  now: Date,
): Promise<'removed' | 'unknown' | 'last'> {
  const record = await getRecord(
    'dynamodb:GetItem Indexes',
    indexes.apiKey,
    keyValues(owner, keyId),
  );
  if (!record) return 'unknown';
  const refusal = await tryWrite(
    [
      update('dynamodb:UpdateItem Indexes', indexes.keyCount, countValues(owner), {
        UpdateExpression: 'ADD keys_count :minus',
        ConditionExpression: 'keys_count > :one',
        ExpressionAttributeValues: { ':minus': -1, ':one': 1 },
      }),
      remove('dynamodb:DeleteItem Indexes', indexes.apiKey, keyValues(owner, keyId), {
        ConditionExpression: 'attribute_exists(pk)',
      }),
      remove('dynamodb:DeleteItem Indexes', indexes.keyHash, record),
      auditEntry(actor, keyEvent('key.deleted', owner, keyId), now),
    ],
    2,
  );
  if (!refusal) return 'removed';
  // Another tab may have deleted the same key meanwhile.
  return refusal.failed.includes(1) ? 'unknown' : 'last';
}

/** Keys of an organization by index id, oldest first; only those of one index if it is given. */
export async function listApiKeys(
  orgId: string,
  indexId?: string,
): Promise<Record<string, ApiKey[]>> {
  const found = await queryAll(
    'dynamodb:Query Indexes',
    indexes.keysOfOrganization,
    { org_id: orgId },
    { range: { beginsWith: indexId ? `KEY#${indexId}#` : 'KEY#' }, consistent: true },
  );
  const records = found.map(({ record }) => record);
  records.sort((a, b) => a.creation_date.localeCompare(b.creation_date));
  const byIndex: Record<string, ApiKey[]> = {};
  const uses = await lastUses(records.map(({ hash }) => hash));
  const revealed = await Promise.all(
    records.map(async (record) => ({
      indexId: record.index_id,
      key: {
        id: record.id,
        api_key: await decryptApiKey(record.ciphertext, { orgId, indexId: record.index_id }),
        creation_date: record.creation_date,
        changes_rows: record.changes_rows,
        last_used_date: uses.get(record.hash),
      },
    })),
  );
  for (const { indexId: id, key } of revealed) {
    byIndex[id] ??= [];
    byIndex[id].push(key);
  }
  return byIndex;
}

/** Revokes all keys of an organization, or of one of its indexes, at once, then deletes them. */
export async function removeKeysOf(orgId: string, indexId?: string): Promise<void> {
  const values = { org_id: orgId };
  const consistent = { consistent: true };
  const ofIndex = { ...consistent, range: { beginsWith: indexId ? `KEY#${indexId}#` : 'KEY#' } };
  const keys = await queryAll(
    'dynamodb:Query Indexes',
    indexes.keysOfOrganization,
    values,
    ofIndex,
  );
  await deleteItems(
    'dynamodb:BatchWriteItem Indexes',
    keys.map(({ record }) => indexes.keyHash.key(record)),
  );
  const counts = indexId
    ? [indexes.keyCount.key({ org_id: orgId, index_id: indexId })]
    : await queryKeys('dynamodb:Query Indexes', indexes.keyCounts, values, consistent);
  await deleteItems('dynamodb:BatchWriteItem Indexes', [...keys.map(({ key }) => key), ...counts]);
}
