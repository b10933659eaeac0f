/**
 * Table `Indexes`, part 3: whose key it is that a caller presents.
 *
 * | access pattern           | pk               | sk      |
 * |--------------------------|------------------|---------|
 * | owner of a presented key | KEYHASH#{sha256} | KEYHASH |
 */
import { createHash } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import type { ApiKeyPrincipal } from '#functions/runtime/principal.ts';
import { dynamodb } from './dynamodb.ts';

/** Look-up form of a key. Keys have 200 random bits, so a plain hash cannot be reversed by guessing. */
export const hashApiKey = (apiKey: string) => createHash('sha256').update(apiKey).digest('hex');

export const hashKey = (hash: string) => ({ pk: `KEYHASH#${hash}`, sk: 'KEYHASH' });

/** Whose key this is. Strongly consistent: a revoked key stops working with the next request. */
export async function findApiKey(apiKey: string): Promise<ApiKeyPrincipal | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Indexes'),
      Key: hashKey(hashApiKey(apiKey)),
      ConsistentRead: true,
    }),
  );
  return Item && { orgId: Item.org_id, indexId: Item.index_id, keyId: Item.key_id };
}
