import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DynamoDBClient,
  PutItemCommand,
  type TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDynamoDB } from './dynamodb.ts';
import { serve } from './test-server.ts';
import { tableResource, withIndex } from './test-tables.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'dynamodb-'));
const clock = { offset: 0, now: () => Date.now() + clock.offset };

let service: Awaited<ReturnType<typeof openDynamoDB>>;
let server: Awaited<ReturnType<typeof serve>>;
let db: DynamoDBDocumentClient;

beforeAll(async () => {
  service = await openDynamoDB({ dataDir, clock });
  await service.declare(tableResource('Things'));
  await service.declare(tableResource('Indexed', withIndex));
  server = await serve(service);
  db = DynamoDBDocumentClient.from(new DynamoDBClient({ ...server.client, maxAttempts: 1 }));
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
});

describe('single items', () => {
  test('put, get, update, delete', async () => {
    const Key = { pk: 'a', sk: '1' };
    await db.send(new PutCommand({ TableName: 'Things', Item: { ...Key, list: ['x'], n: 1 } }));
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: 'Things',
        Key,
        UpdateExpression: 'SET #l = list_append(#l, :l) ADD n :one',
        ExpressionAttributeNames: { '#l': 'list' },
        ExpressionAttributeValues: { ':l': ['y'], ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    expect(Attributes).toEqual({ ...Key, list: ['x', 'y'], n: 2 });
    const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Things';
    expect((await db.send(new GetCommand({ TableName: arn, Key }))).Item).toEqual(Attributes);
    await db.send(new DeleteCommand({ TableName: 'Things', Key }));
    expect((await db.send(new GetCommand({ TableName: 'Things', Key }))).Item).toBeUndefined();
  });

  test('a failed condition returns the item when asked', async () => {
    const Item = { pk: { S: 'cond' }, sk: { S: '1' }, v: { N: '7' } };
    const put = new PutItemCommand({
      TableName: 'Things',
      Item,
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    await db.send(put);
    await expect(db.send(put)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item,
    });
  });

  test('expressions: nested paths, functions, ranges of numbers, projections', async () => {
    const Item = {
      pk: 'expr',
      sk: '1',
      tags: new Set(['a', 'b']),
      deep: { list: [1, { x: 'y' }] },
      size: 3,
      text: '',
    };
    await db.send(new PutCommand({ TableName: 'Things', Item }));
    const query = (FilterExpression: string, values: object, names?: Record<string, string>) =>
      db.send(
        new QueryCommand({
          TableName: 'Things',
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          FilterExpression,
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ':pk': 'expr', ':sk': '1', ...values },
          ProjectionExpression: 'deep.#list[1].x',
        }),
      );
    const found = await query(
      'contains(tags, :a) AND #size BETWEEN :one AND :ten AND size(deep.#list) = :two',
      { ':a': 'a', ':one': 1, ':ten': 10, ':two': 2 },
      { '#size': 'size', '#list': 'list' },
    );
    expect(found.Items).toEqual([{ deep: { list: [{ x: 'y' }] } }]);
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName: 'Things',
        Key: { pk: 'expr', sk: '1' },
        UpdateExpression:
          'SET hits = if_not_exists(hits, :zero) + :one, deep.#list[0] = :nine REMOVE tags',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':nine': 9 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    expect(Attributes).toEqual({
      pk: 'expr',
      sk: '1',
      deep: { list: [9, { x: 'y' }] },
      size: 3,
      text: '',
      hits: 1,
    });
    await expect(query('deep = :map', { ':map': { a: 1 } }, { '#list': 'list' })).rejects.toThrow(
      'Comparing maps or lists is not emulated',
    );
  });

  test('unknown members, operations, tables and properties are refused', async () => {
    await expect(service.call('GetItem', { Nonsense: 1 }, { kind: 'host' })).rejects.toThrow(
      'not emulated: Nonsense',
    );
    expect(() => service.permissions('ExecuteStatement', {})).toThrow('not emulated');
    await expect(
      db.send(new GetCommand({ TableName: 'Nowhere', Key: { pk: '1' } })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(
      service.declare(tableResource('Odd', { StreamSpecification: {} })),
    ).rejects.toThrow('StreamSpecification');
  });
});

describe('indexes', () => {
  test('thousands of items with one index key are all found, in pages', async () => {
    const items = Array.from({ length: 6000 }, (_, i) => ({ pk: `p${i}`, sk: 's', state: 'busy' }));
    for (let i = 0; i < items.length; i += 25) {
      await db.send(
        new BatchWriteCommand({
          RequestItems: {
            Indexed: items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } })),
          },
        }),
      );
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
  }, 30_000);

  test('an index that the template adds later is filled', async () => {
    await service.declare(tableResource('Late'));
    const Item = { pk: 'x', sk: '1', state: 'new' };
    await db.send(new PutCommand({ TableName: 'Late', Item }));
    await service.declare(tableResource('Late', withIndex));
    const { Items } = await db.send(new ScanCommand({ TableName: 'Late', IndexName: 'byState' }));
    expect(Items).toEqual([Item]);
    const otherKey = { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] };
    const AttributeDefinitions = [{ AttributeName: 'pk', AttributeType: 'S' }];
    await expect(
      service.declare(tableResource('Late', { ...otherKey, AttributeDefinitions })),
    ).rejects.toThrow('changed its primary key');
  });
});

describe('time to live', () => {
  test('items vanish from table and index when the local clock passes their time', async () => {
    const ttl = Math.floor(clock.now() / 1000) + 86_400;
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
    clock.offset += 2 * 86_400_000;
    expect(await found()).toBe(0);
    clock.offset = 0;
    const Key = { pk: 'mortal', sk: '1' };
    expect((await db.send(new GetCommand({ TableName: 'Indexed', Key }))).Item).toBeUndefined();
  });
});

describe('transactions', () => {
  const account = (pk: string) => ({ TableName: 'Things', Key: { pk, sk: 'account' } });

  test('50 concurrent transactions and 50 single writes on one item all count', async () => {
    const add = {
      ...account('counter'),
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const Item = { pk: `mark${i}`, sk: 'mark' };
        await Promise.all([
          db.send(
            new TransactWriteCommand({
              TransactItems: [{ Update: add }, { Put: { TableName: 'Things', Item } }],
            }),
          ),
          db.send(new UpdateCommand(add)),
        ]);
      }),
    );
    const { Item } = await db.send(new GetCommand(account('counter')));
    expect(Item?.n).toBe(100);
  });

  test('one failed condition cancels all, with reasons', async () => {
    const present = { pk: 'present', sk: 'account' };
    await db.send(new PutCommand({ TableName: 'Things', Item: { ...present, v: 1 } }));
    const failure = await db
      .send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName: 'Things', Item: { pk: 'absent', sk: 'account' } } },
            {
              ConditionCheck: {
                ...account('present'),
                ConditionExpression: 'v = :v',
                ExpressionAttributeValues: { ':v': 2 },
                ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
              },
            },
          ],
        }),
      )
      .catch((error: TransactionCanceledException) => error);
    expect(failure).toMatchObject({
      name: 'TransactionCanceledException',
      message: expect.stringContaining('[None, ConditionalCheckFailed]'),
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'present' }, v: { N: '1' } } },
      ],
    });
    const { Responses } = await db.send(
      new TransactGetCommand({
        TransactItems: [{ Get: account('absent') }, { Get: account('present') }],
      }),
    );
    expect(Responses).toEqual([{}, { Item: { ...present, v: 1 } }]);
  });

  test('a client request token makes a transaction idempotent', async () => {
    const transact = (step: number) =>
      db.send(
        new TransactWriteCommand({
          ClientRequestToken: 'token-1',
          TransactItems: [
            {
              Update: {
                ...account('idempotent'),
                UpdateExpression: 'ADD n :n',
                ExpressionAttributeValues: { ':n': step },
              },
            },
          ],
        }),
      );
    await transact(1);
    await transact(1);
    expect((await db.send(new GetCommand(account('idempotent')))).Item?.n).toBe(1);
    await expect(transact(2)).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });

  test('two operations on one item are refused', async () => {
    const Put = { TableName: 'Things', Item: { pk: 'twice', sk: '1' } };
    await expect(
      db.send(new TransactWriteCommand({ TransactItems: [{ Put }, { Put }] })),
    ).rejects.toThrow('multiple operations on one item');
  });
});

test('permissions name the table, the index, and the parts of a transaction', () => {
  const arn = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
  const query = { TableName: 'Indexed', IndexName: 'byState' };
  expect(service.permissions('Query', query)).toEqual([
    { action: 'dynamodb:Query', resource: `${arn('Indexed')}/index/byState` },
  ]);
  const TransactItems = [
    { ConditionCheck: { TableName: arn('Indexed') } },
    { Put: { TableName: 'Things' } },
  ];
  expect(service.permissions('TransactWriteItems', { TransactItems })).toEqual([
    { action: 'dynamodb:ConditionCheckItem', resource: arn('Indexed') },
    { action: 'dynamodb:PutItem', resource: arn('Things') },
  ]);
});
