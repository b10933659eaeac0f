import * as z from 'zod';
import { AwsError, defineOperation, type Permission, type Service } from '#local/aws/service.ts';
import type { Clock } from '#local/clock.ts';
import { type ActionName, type Input, run, validate } from './actions.ts';
import type { Storage } from './storage.ts';
import { type Item, itemKey, type Tables } from './tables.ts';
import { permissionsOfTransaction, transactionInput, transactWrite } from './transactions.ts';
import { WriteSet } from './write-set.ts';

/** The members of each operation. dynalite checks their types. */
const anything = z.unknown().optional();

const names = { ExpressionAttributeNames: anything };
const condition = {
  ConditionExpression: anything,
  ExpressionAttributeNames: anything,
  ExpressionAttributeValues: anything,
  ReturnValues: anything,
  ReturnValuesOnConditionCheckFailure: z.enum(['NONE', 'ALL_OLD']).optional(),
};
const search = {
  TableName: z.string(),
  IndexName: z.string().optional(),
  ExclusiveStartKey: z.custom<Item>().optional(),
  ExpressionAttributeNames: anything,
  ExpressionAttributeValues: anything,
  FilterExpression: anything,
  Limit: anything,
  ProjectionExpression: anything,
  Select: anything,
};
const batch = z.strictObject({ RequestItems: z.record(z.string(), z.unknown()) });

interface Options {
  storage: Storage;
  tables: Tables;
  clock: Clock;
  /** Runs `body` when every write before it has ended. */
  inTurn<T>(body: () => Promise<T>): Promise<T>;
}

/** The operations of DynamoDB, which dynalite carries out on our storage. */
export function dynamodbOperations(options: Options): Service['operations'] {
  const { storage, tables, clock, inTurn } = options;

  /** Permission on a table, or on an index of it. */
  const on = (action: string, table: string, index?: string): Permission => {
    const { TableArn } = tables.get(table);
    const resource = index === undefined ? TableArn : `${TableArn}/index/${index}`;
    return { action: `dynamodb:${action}`, resource };
  };

  const read = (name: ActionName, input: Input, startKey?: Item) => {
    const store = new WriteSet(storage, tables, startKey);
    return run(name, validate(name, input, store), store);
  };

  const write = (name: ActionName, input: Input) =>
    inTurn(async () => {
      const store = new WriteSet(storage, tables);
      const result = await run(name, validate(name, input, store), store);
      store.commit();
      return result;
    });

  /** Writes one item. If a condition fails, the error holds the current item when the call asks for it. */
  async function writeItem(
    name: ActionName,
    { ReturnValuesOnConditionCheckFailure: returned, ...input }: Input,
  ): Promise<object> {
    try {
      return await write(name, input);
    } catch (error) {
      const failed = error instanceof AwsError && error.code === 'ConditionalCheckFailedException';
      if (!failed || returned !== 'ALL_OLD') throw error;
      const table = tables.get(input.TableName);
      const Item = new WriteSet(storage, tables).stored(table, itemKey(table, input)!);
      throw new AwsError(error.code, error.message, error.statusCode, { Item });
    }
  }

  return {
    GetItem: defineOperation({
      input: z.strictObject({
        TableName: z.string(),
        Key: anything,
        ConsistentRead: anything,
        ProjectionExpression: anything,
        ...names,
      }),
      permission: ({ TableName }) => on('GetItem', TableName),
      run: (input) => read('GetItem', input),
    }),
    PutItem: defineOperation({
      input: z.strictObject({ TableName: z.string(), Item: anything, ...condition }),
      permission: ({ TableName }) => on('PutItem', TableName),
      run: (input) => writeItem('PutItem', input),
    }),
    UpdateItem: defineOperation({
      input: z.strictObject({
        TableName: z.string(),
        Key: anything,
        UpdateExpression: anything,
        ...condition,
      }),
      permission: ({ TableName }) => on('UpdateItem', TableName),
      run: (input) => writeItem('UpdateItem', input),
    }),
    DeleteItem: defineOperation({
      input: z.strictObject({ TableName: z.string(), Key: anything, ...condition }),
      permission: ({ TableName }) => on('DeleteItem', TableName),
      run: (input) => writeItem('DeleteItem', input),
    }),
    Query: defineOperation({
      input: z.strictObject({
        ...search,
        KeyConditionExpression: anything,
        ConsistentRead: anything,
        ScanIndexForward: anything,
      }),
      permission: ({ TableName, IndexName }) => on('Query', TableName, IndexName),
      run: (input) => read('Query', input, input.ExclusiveStartKey),
    }),
    Scan: defineOperation({
      input: z.strictObject(search),
      permission: ({ TableName, IndexName }) => on('Scan', TableName, IndexName),
      run: (input) => read('Scan', input, input.ExclusiveStartKey),
    }),
    BatchGetItem: defineOperation({
      input: batch,
      permission: ({ RequestItems }) =>
        Object.keys(RequestItems).map((table) => on('BatchGetItem', table)),
      run: (input) => read('BatchGetItem', input),
    }),
    BatchWriteItem: defineOperation({
      input: batch,
      permission: ({ RequestItems }) =>
        Object.keys(RequestItems).map((table) => on('BatchWriteItem', table)),
      run: (input) => write('BatchWriteItem', input),
    }),
    TransactWriteItems: defineOperation({
      input: transactionInput,
      permission: (input) => permissionsOfTransaction(input, tables),
      run: (input) => inTurn(() => transactWrite(input, storage, tables, clock)),
    }),
  };
}
