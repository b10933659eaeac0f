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
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { newApiKey, newId } from '#functions/runtime/ids.ts';
import type { ApiKey } from '#shared/contract/index-keys.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { decryptApiKey, encryptApiKey, type KeyOwner } from './api-key-encryption.ts';
import { dynamodb, failedConditions, type TransactItems } from './dynamodb.ts';
import { hashApiKey, hashKey } from './key-hashes.ts';

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

/** A new key and the writes that store it; the first of them fails when the index has 10 keys. */
export async function prepareApiKey(owner: KeyOwner, now: Date) {
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
  ];
  return { apiKey, writes };
}

/** Adds a key. Throws `KeyLimitReached` when the index has 10. */
export async function addApiKey(owner: KeyOwner, now: Date): Promise<ApiKey> {
  const { apiKey, writes } = await prepareApiKey(owner, now);
  try {
    await dynamodb.send(new TransactWriteCommand({ TransactItems: writes }));
  } catch (error) {
    if (failedConditions(error).includes(0)) throw new ProductError('KeyLimitReached');
    throw error;
  }
  return apiKey;
}

/** Revokes a key at once. Throws `KeyNotFound`, or `LastKey` when it is the only one. */
export async function removeApiKey(owner: KeyOwner, keyId: string): Promise<void> {
  const TableName = tableName('Indexes');
  const { Item } = await dynamodb.send(
    new GetCommand({ TableName, Key: keyKey(owner, keyId), ConsistentRead: true }),
  );
  if (!Item) throw new ProductError('KeyNotFound');
  try {
    await dynamodb.send(
      new TransactWriteCommand({
        TransactItems: [
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
        ],
      }),
    );
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
  const revealed = await Promise.all(
    records.map(async (record) => ({
      indexId: record.index_id,
      key: {
        id: record.id,
        api_key: await decryptApiKey(record.ciphertext, { orgId, indexId: record.index_id }),
        creation_date: record.creation_date,
      },
    })),
  );
  for (const { indexId: id, key } of revealed) {
    byIndex[id] ??= [];
    byIndex[id].push(key);
  }
  return byIndex;
}
