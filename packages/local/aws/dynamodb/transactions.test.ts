import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDynamoDB } from './test-tables.ts';

let local: Awaited<ReturnType<typeof openTestDynamoDB>>;
let db: typeof local.db;
beforeAll(async () => {
  local = await openTestDynamoDB();
  db = local.db;
});
afterAll(() => local.close());

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
    expect((await db.send(new GetCommand(account('absent')))).Item).toBeUndefined();
    expect((await db.send(new GetCommand(account('present')))).Item).toEqual({ ...present, v: 1 });
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
