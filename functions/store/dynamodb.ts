import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type BatchWriteCommandOutput,
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { ProductError } from '#shared/errors.ts';

/** Writes of a transaction, at most 100. */
export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;

const maxAttempts = 6;
const firstPauseMs = 25;

/**
 * A write of an item that a transaction is writing at this moment is refused, and so is the other way
 * round; nothing was written then, and the SDK does not try again. Here it is tried again after a growing
 * random pause, so that two that met do not meet once more. Throws `Busy` when the conflicts do not end.
 */
async function throughConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === maxAttempts) throw new ProductError('Busy');
      await sleep(Math.random() * firstPauseMs * 2 ** attempt);
    }
  }
}

/** Whether nothing but another transaction stood in the way. */
function isConflict(error: unknown): boolean {
  if (error instanceof TransactionConflictException) return true;
  if (!(error instanceof TransactionCanceledException)) return false;
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  return codes.includes('TransactionConflict') && !codes.includes('ConditionalCheckFailed');
}

const client = new DynamoDBClient({});
client.middlewareStack.add((next) => (args) => throughConflicts(() => next(args)), {
  step: 'finalizeRequest',
  priority: 'high',
  name: 'throughConflicts',
});

/** The document client of this function instance. Its writes retry what conflicts with transactions. */
export const dynamodb = DynamoDBDocumentClient.from(client, {
  // Records hold maps by names that customers chose; one called "constructor" looks like a class.
  marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: true },
});

/** Writes all of it or nothing. `failedConditions` explains a refusal. */
export async function transact(items: TransactItems): Promise<void> {
  await dynamodb.send(new TransactWriteCommand({ TransactItems: items }));
}

/** Whether the condition of a single write did not hold. */
export const isConditionFailure = (error: unknown) =>
  error instanceof ConditionalCheckFailedException;

/**
 * Positions of the transaction's items whose condition did not hold. Empty when the error is another:
 * the caller then lets it pass.
 */
export function failedConditions(error: unknown): number[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap((reason, position) =>
    reason.Code === 'ConditionalCheckFailed' ? [position] : [],
  );
}

type Item = Record<string, unknown> & { pk: string; sk: string };

/** Every item of a query, page after page. */
export async function queryAll(query: QueryCommandInput): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(new QueryCommand({ ...query, ExclusiveStartKey }));
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** What one call deletes at most. */
const deletedAtOnce = 25;

/** Deletes items of a table. Those that are gone already are what was asked for. */
export async function deleteItems(
  TableName: string,
  keys: readonly { pk: string; sk: string }[],
): Promise<void> {
  for (let start = 0; start < keys.length; start += deletedAtOnce) {
    const part = keys.slice(start, start + deletedAtOnce);
    let RequestItems: BatchWriteCommandInput['RequestItems'] = {
      [TableName]: part.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    };
    for (let attempt = 1; Object.keys(RequestItems ?? {}).length > 0; attempt++) {
      if (attempt > maxAttempts) throw new ProductError('Busy');
      if (attempt > 1) await sleep(Math.random() * firstPauseMs * 2 ** attempt);
      const { UnprocessedItems }: BatchWriteCommandOutput = await dynamodb.send(
        new BatchWriteCommand({ RequestItems }),
      );
      RequestItems = UnprocessedItems;
    }
  }
}
