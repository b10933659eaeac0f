/**
 * Table `Indexes`, part 1: API keys.
 *
 * | access pattern              | pk                        | sk           |
 * |-----------------------------|---------------------------|--------------|
 * | keys of an organisation     | KEYS#{org_id}             | KEY#{index_id}#{key_id} |
 * | number of keys of an index  | KEYCOUNT#{org_id}         | {index_id}   |
 *
 * "Max 10 per index and never none" is held by a counter in the transaction that adds or removes a key.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { newApiKey, newId } from '#functions/runtime/ids.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { decryptApiKey, encryptApiKey, type KeyOwner } from './api-key-encryption.ts';
import { type Actor, auditEntry, type Deed } from './audit.ts';
import {
  deleteItems,
  dynamodb,
  failedConditions,
  queryAll,
  type TransactItems,
  transact,
} from './dynamodb.ts';
import { hashApiKey, hashKey, lastUses } from './key-hashes.ts';

interface KeyRecord {
  id: string;
  org_id: string;
  index_id: string;
  ciphertext: Uint8Array;
  hash: string;
  creation_date: string;
}

const keyKey = ({ orgId, indexId }: KeyOwner, id: string) => ({
  pk: `KEYS#${orgId}`,
  sk: `KEY#${indexId}#${id}`,
});
const countKey = ({ orgId, indexId }: KeyOwner) => ({ pk: `KEYCOUNT#${orgId}`, sk: indexId });

/** The trail knows a key by its id alone. */
const deedOnKey = (
  action: 'key.created' | 'key.deleted',
  { indexId }: KeyOwner,
  keyId: string,
): Deed => ({ action, object: { id: keyId, name: keyId }, details: { index: indexId } });

/** A new key and the writes that store and record it; the first of them fails when the index has 10 keys. */
export async function prepareApiKey(actor: Actor, owner: KeyOwner, now: Date) {
  const apiKey: ApiKey = {
    id: newId('key'),
    api_key: newApiKey(),
    creation_date: now.toISOString(),
  };
  const TableName = tableName('Indexes');
  const hash = hashApiKey(apiKey.api_key);
  const record: KeyRecord = {
    id: apiKey.id,
    org_id: owner.orgId,
    index_id: owner.indexId,
    ciphertext: await encryptApiKey(apiKey.api_key, owner),
    hash,
    creation_date: apiKey.creation_date,
  };
  const writes: TransactItems = [
    {
      Update: {
        TableName,
        Key: countKey(owner),
        UpdateExpression: 'ADD keys_count :one',
        ConditionExpression: 'attribute_not_exists(keys_count) OR keys_count < :max',
        ExpressionAttributeValues: { ':one': 1, ':max': limits.apiKeysPerIndex },
      },
    },
    { Put: { TableName, Item: { ...keyKey(owner, apiKey.id), ...record } } },
    {
      Put: {
        TableName,
        Item: {
          ...hashKey(hash),
          key_id: apiKey.id,
          org_id: owner.orgId,
          index_id: owner.indexId,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    auditEntry(actor, deedOnKey('key.created', owner, apiKey.id), now),
  ];
  return { apiKey, writes };
}

/** Adds a key. Throws `KeyLimitReached` when the index has 10. */
export async function addApiKey(actor: Actor, owner: KeyOwner, now: Date): Promise<ApiKey> {
  const { apiKey, writes } = await prepareApiKey(actor, owner, now);
  try {
    await transact(writes);
  } catch (error) {
    if (failedConditions(error).includes(0)) throw new ProductError('KeyLimitReached');
    throw error;
  }
  return apiKey;
}

/** Revokes a key at once. Throws `KeyNotFound`, or `LastKey` when it is the only one. */
export async function removeApiKey(
  actor: Actor,
  owner: KeyOwner,
  keyId: string,
  now: Date,
): Promise<void> {
  const TableName = tableName('Indexes');
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName, Key: keyKey(owner, keyId), ConsistentRead: true }),
  );
  if (!Item) throw new ProductError('KeyNotFound');
  try {
    await transact([
      {
        Update: {
          TableName,
          Key: countKey(owner),
          UpdateExpression: 'ADD keys_count :minus',
          ConditionExpression: 'keys_count > :one',
          ExpressionAttributeValues: { ':minus': -1, ':one': 1 },
        },
      },
      {
        Delete: {
          TableName,
          Key: keyKey(owner, keyId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      { Delete: { TableName, Key: hashKey((Item as KeyRecord).hash) } },
      auditEntry(actor, deedOnKey('key.deleted', owner, keyId), now),
    ]);
  } catch (error) {
    const failed = failedConditions(error);
    // Another tab may have deleted the same key meanwhile: then that is what happened.
    if (failed.includes(1)) throw new ProductError('KeyNotFound');
    if (failed.includes(0)) throw new ProductError('LastKey');
    throw error;
  }
}

/** Keys of an organisation by index id, oldest first; of one index only when it is named. */
export async function listApiKeys(
  orgId: string,
  indexId?: string,
): Promise<Record<string, ApiKey[]>> {
  const records: KeyRecord[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(
      new QueryCommand({
        TableName: tableName('Indexes'),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: {
          ':pk': `KEYS#${orgId}`,
          ':sk': indexId ? `KEY#${indexId}#` : 'KEY#',
        },
        ExclusiveStartKey,
        ConsistentRead: true,
      }),
    );
    records.push(...((page.Items ?? []) as KeyRecord[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
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

/** Revokes all keys of an organisation at once, then forgets them. */
export async function removeKeysOf(orgId: string): Promise<void> {
  const TableName = tableName('Indexes');
  const itemsOf = (pk: string) =>
    queryAll({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    });
  const keys = await itemsOf(`KEYS#${orgId}`);
  await deleteItems(
    TableName,
    keys.map(({ hash }) => hashKey(String(hash))),
  );
  await deleteItems(TableName, [...keys, ...(await itemsOf(`KEYCOUNT#${orgId}`))]);
}
