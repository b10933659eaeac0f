import { ExecuteStatementCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callAsHost } from '#local/aws/run-operation.ts';
import { permissionsOf } from '#local/aws/test-call.ts';
import { openTestDynamoDB, tableResource } from './test-tables.ts';

let local: Awaited<ReturnType<typeof openTestDynamoDB>>;
let db: typeof local.db;
beforeAll(async () => {
  local = await openTestDynamoDB();
  db = local.db;
});
afterAll(() => local.close());

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
    expect((await db.send(new GetCommand({ TableName: 'Things', Key }))).Item).toEqual(Attributes);
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
    const odd = { TableName: 'Things', Nonsense: 1 };
    await expect(callAsHost(local.service, 'GetItem', odd)).rejects.toThrow(
      'Nonsense is not emulated',
    );
    const statement = new ExecuteStatementCommand({ Statement: 'SELECT * FROM Things' });
    await expect(db.send(statement)).rejects.toThrow('ExecuteStatement is not emulated');
    await expect(
      db.send(new GetCommand({ TableName: 'Nowhere', Key: { pk: '1' } })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(
      local.service.declare(tableResource('Odd', { StreamSpecification: {} })),
    ).rejects.toThrow('StreamSpecification');
  });
});

test('permissions name the table, the index, and the parts of a transaction', async () => {
  const arn = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
  const query = { TableName: 'Indexed', IndexName: 'byState' };
  expect(await permissionsOf(local.service, 'Query', query)).toEqual([
    { action: 'dynamodb:Query', resource: `${arn('Indexed')}/index/byState` },
  ]);
  const TransactItems = [
    { ConditionCheck: { TableName: 'Indexed' } },
    { Put: { TableName: 'Things' } },
  ];
  expect(await permissionsOf(local.service, 'TransactWriteItems', { TransactItems })).toEqual([
    { action: 'dynamodb:ConditionCheckItem', resource: arn('Indexed') },
    { action: 'dynamodb:PutItem', resource: arn('Things') },
  ]);
});
