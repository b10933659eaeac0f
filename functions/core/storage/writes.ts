import {
  type AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { tableName } from '#core/runtime/config.ts';
import type { Entity, Key, RecordOf } from '#tables/define-table.ts';
import { dynamodb } from './dynamodb.ts';
import { readRecord, type Values } from './records.ts';

/** Writes of a transaction, at most 100. */
export type TransactItems = NonNullable<TransactWriteCommandInput['TransactItems']>;
type Write = TransactItems[number];
type Put = { Put: NonNullable<Write['Put']> };
type Update = { Update: NonNullable<Write['Update']> };
type Delete = { Delete: NonNullable<Write['Delete']> };

/** DynamoDB's condition of a write. */
interface Condition {
  ConditionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
}

/** A change of a record. */
export type Change = Condition & { UpdateExpression: string };

/** The write that stores a record. `keys` are its own and those of the indexes that it is in. */
export const put = <E extends Entity>(
  permission: `dynamodb:PutItem ${E['table']}`,
  _entity: E,
  keys: Key,
  record: RecordOf<E>,
  condition: Condition = {},
): Put => ({
  Put: { TableName: tableName(permission), Item: { ...keys, ...record }, ...condition },
});

/** The write that changes a record. */
export const update = <E extends Entity>(
  permission: `dynamodb:UpdateItem ${E['table']}`,
  entity: E,
  values: Values<E>,
  change: Change,
): Update => ({
  Update: { TableName: tableName(permission), Key: entity.key(values), ...change },
});

/** The write that deletes a record. */
export const remove = <E extends Entity>(
  permission: `dynamodb:DeleteItem ${E['table']}`,
  entity: E,
  values: Values<E>,
  condition: Condition = {},
): Delete => ({
  Delete: { TableName: tableName(permission), Key: entity.key(values), ...condition },
});

/** A part of a transaction that writes nothing: the others happen while the condition holds. */
export const check = <E extends Entity>(
  permission: `dynamodb:ConditionCheckItem ${E['table']}`,
  entity: E,
  values: Values<E>,
  condition: Condition & { ConditionExpression: string },
): Write => ({
  ConditionCheck: { TableName: tableName(permission), Key: entity.key(values), ...condition },
});

/**
 * Makes one write alone. With a condition it is a transaction, which has a token: the SDK repeats a call whose answer is
 * lost, and without the token the second try would meet what the first has written (ADR 039).
 */
export async function write(item: Put | Update | Delete): Promise<void> {
  const { ConditionExpression } = Object.values(item)[0] as Condition;
  if (ConditionExpression) await transact([item]);
  else await overwrite(item);
}

/** The same without a transaction. */
async function overwrite(item: Put | Update | Delete): Promise<void> {
  if ('Put' in item) await dynamodb.send(new PutCommand(item.Put));
  else if ('Update' in item) await dynamodb.send(new UpdateCommand(item.Update));
  else await dynamodb.send(new DeleteCommand(item.Delete));
}

/** Why nothing was written. */
export interface Refusal {
  /** Positions of the writes whose condition did not hold. */
  failed: readonly number[];
  /** The record that refused the first of them, if that write asked for it. */
  stored: Record<string, AttributeValue> | undefined;
}

/**
 * Writes all of it or nothing.
 * @param refusable how many of the writes, from the first on, may be refused by their condition. A condition of another one
 *   that does not hold is a defect and throws
 * @returns undefined if it is written, else whose condition did not hold
 */
export async function tryWrite(
  items: Write | TransactItems,
  refusable = 1,
): Promise<Refusal | undefined> {
  try {
    await transact(Array.isArray(items) ? items : [items]);
    return undefined;
  } catch (error) {
    const failed = failedConditions(error).filter((position) => position < refusable);
    const [first] = failed;
    if (first === undefined) throw error;
    const { CancellationReasons } = error as TransactionCanceledException;
    return { failed, stored: CancellationReasons?.[first]?.Item };
  }
}

/**
 * Makes one write for half the price. The condition must still hold after the write: the SDK repeats a call whose answer
 * is lost.
 * @returns whether the condition held
 */
export async function tryOverwrite(item: Put | Update | Delete): Promise<boolean> {
  return (await unlessRefused(overwrite(item).then(() => true))) ?? false;
}

/**
 * Changes a record and returns the changed one, or undefined if its condition did not hold. When the SDK repeats the call,
 * the condition must still hold, or its failure do no harm.
 */
export async function tryUpdate<E extends Entity>(
  entity: E,
  { Update }: Update,
): Promise<RecordOf<E> | undefined> {
  const command = new UpdateCommand({ ...Update, ReturnValues: 'ALL_NEW' });
  const answer = await unlessRefused(dynamodb.send(command));
  return answer && readRecord(entity, answer.Attributes!);
}

async function unlessRefused<T>(written: Promise<T>): Promise<T | undefined> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}

/** Writes all of it or nothing. Throws if a condition does not hold. */
export async function transact(items: TransactItems): Promise<void> {
  await dynamodb.send(new TransactWriteCommand({ TransactItems: items }));
}

/** Positions of a transaction's writes whose condition did not hold. */
function failedConditions(error: unknown): number[] {
  if (!(error instanceof TransactionCanceledException)) return [];
  return (error.CancellationReasons ?? []).flatMap((reason, position) =>
    reason.Code === 'ConditionalCheckFailed' ? [position] : [],
  );
}
