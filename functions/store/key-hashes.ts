/**
 * Table `Indexes`, part 3: whose key it is that a caller presents, when it was used last, and how much
 * it may be used now (`tat`, see `token-bucket.ts`).
 *
 * | access pattern           | pk               | sk      |
 * |--------------------------|------------------|---------|
 * | owner of a presented key | KEYHASH#{sha256} | KEYHASH |
 */
import { createHash } from 'node:crypto';
import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { dynamodb } from './dynamodb.ts';
import { type BucketPolicy, takeToken } from './token-bucket.ts';

/** Look-up form of a key. Keys have 200 random bits, so a plain hash cannot be reversed by guessing. */
export const hashApiKey = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex');

export const hashKey = (hash: string) => ({ pk: `KEYHASH#${hash}`, sk: 'KEYHASH' });

interface FoundKey {
  orgId: string;
  keyId: string;
  /** Queries that the key may still send at once. */
  remaining: number;
  /** Set when it has sent too many: how long to wait for the next one. */
  waitMs?: number;
}

/**
 * Finds a key of an index and takes a query from its bucket, in the same write: so a revoked key
 * stops working with the next request. Undefined for a key that is unknown or of another index.
 */
export async function takeQuery(
  apiKey: string,
  indexId: string,
  policy: BucketPolicy,
  nowMs: number,
): Promise<FoundKey | undefined> {
  const result = await takeToken(
    {
      TableName: tableName('Indexes'),
      Key: hashKey(hashApiKey(apiKey)),
      condition: 'index_id = :index_id',
      values: { ':index_id': indexId },
      set: { used_at: new Date(nowMs).toISOString() },
    },
    policy,
    nowMs,
  );
  if (result.item?.index_id !== indexId) return undefined;
  const owner = { orgId: String(result.item.org_id), keyId: String(result.item.key_id) };
  return result.taken
    ? { ...owner, remaining: result.remaining }
    : { ...owner, remaining: 0, waitMs: result.waitMs };
}

/** DynamoDB gives no more items at once. */
const batchSize = 100;

/** When keys were used last, by their hashes; those that never were are absent. */
export async function lastUses(hashes: readonly string[]): Promise<Map<string, string>> {
  const TableName = tableName('Indexes');
  const uses = new Map<string, string>();
  for (let from = 0; from < hashes.length; from += batchSize) {
    const Keys = hashes.slice(from, from + batchSize).map(hashKey);
    let RequestItems: BatchGetCommandInput['RequestItems'] = { [TableName]: { Keys } };
    // What one answer has no room for comes with the next.
    while (RequestItems && Object.keys(RequestItems).length > 0) {
      const page: {
        Responses?: Record<string, Record<string, unknown>[]>;
        UnprocessedKeys?: BatchGetCommandInput['RequestItems'];
      } = await dynamodb.send(new BatchGetCommand({ RequestItems }));
      for (const { pk, used_at } of page.Responses?.[TableName] ?? []) {
        if (used_at) uses.set(String(pk).replace('KEYHASH#', ''), String(used_at));
      }
      RequestItems = page.UnprocessedKeys;
    }
  }
  return uses;
}
