import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAsHost } from '#local/aws/run-operation.ts';
import { openTestDynamoDB, tableResource, withIndex } from './test-tables.ts';

let local: Awaited<ReturnType<typeof openTestDynamoDB>>;
let db: typeof local.db;
beforeAll(async () => {
  local = await openTestDynamoDB();
  db = local.db;
});
afterAll(() => local.close());

describe('indexes', () => {
  test('thousands of items with one index key are all found, in pages', async () => {
    const items = Array.from({ length: 6000 }, (_, i) => ({ pk: `p${i}`, sk: 's', state: 'busy' }));
    for (let i = 0; i < items.length; i += 25) {
      const requests = items.slice(i, i + 25).map(({ pk, sk, state }) => ({
        PutRequest: { Item: { pk: { S: pk }, sk: { S: sk }, state: { S: state } } },
      }));
      const input = { RequestItems: { Indexed: requests } };
      await callAsHost(local.service, 'BatchWriteItem', input);
    }
    const query = {
      TableName: 'Indexed',
      IndexName: 'byState',
      KeyConditionExpression: '#s = :s',
      ExpressionAttributeNames: { '#s': 'state' },
      ExpressionAttributeValues: { ':s': 'busy' },
    };
    for (const ScanIndexForward of [true, false]) {
      const seen = new Set<string>();
      let count = 0;
      for await (const page of paginateQuery(
        { client: db, pageSize: 700 },
        { ...query, ScanIndexForward },
      )) {
        for (const item of page.Items ?? []) seen.add(item.pk);
        count += page.Count ?? 0;
      }
      expect([seen.size, count]).toEqual([6000, 6000]);
    }
    await db.send(new DeleteCommand({ TableName: 'Indexed', Key: { pk: 'p17', sk: 's' } }));
    const { Count } = await db.send(new QueryCommand({ ...query, Select: 'COUNT' }));
    expect(Count).toBe(5999);
  });

  test('an index that the template adds later is filled', async () => {
    await local.service.declare(tableResource('Late'));
    const Item = { pk: 'x', sk: '1', state: 'new' };
    await db.send(new PutCommand({ TableName: 'Late', Item }));
    await local.service.declare(tableResource('Late', withIndex));
    const { Items } = await db.send(new ScanCommand({ TableName: 'Late', IndexName: 'byState' }));
    expect(Items).toEqual([Item]);
    const otherKey = { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] };
    const AttributeDefinitions = [{ AttributeName: 'pk', AttributeType: 'S' }];
    await expect(
      local.service.declare(tableResource('Late', { ...otherKey, AttributeDefinitions })),
    ).rejects.toThrow('changed its primary key');
  });
});

describe('time to live', () => {
  test('items vanish from table and index when the local clock passes their time', async () => {
    const ttl = Math.floor(local.clock.now() / 1000) + 86_400;
    const Item = { pk: 'mortal', sk: '1', state: 'mortal', ttl };
    await db.send(new PutCommand({ TableName: 'Indexed', Item }));
    const found = async () =>
      (
        await db.send(
          new QueryCommand({
            TableName: 'Indexed',
            IndexName: 'byState',
            KeyConditionExpression: '#s = :s',
            ExpressionAttributeNames: { '#s': 'state' },
            ExpressionAttributeValues: { ':s': 'mortal' },
          }),
        )
      ).Count;
    expect(await found()).toBe(1);
    local.clock.advancedMs += 2 * 86_400_000;
    expect(await found()).toBe(0);
    local.clock.advancedMs = 0;
    const Key = { pk: 'mortal', sk: '1' };
    expect((await db.send(new GetCommand({ TableName: 'Indexed', Key }))).Item).toBeUndefined();
  });
});
