import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#core/runtime/config.ts';
import { ProductError } from '#shared/errors.ts';
import type { TablePermission } from '#shared/permissions.ts';
import type { TableName } from '#shared/resources.ts';
import type { Entity, Key, RecordOf } from '#tables/define-table.ts';
import { dynamodb } from './dynamodb.ts';

/** A stored item does not fit the schema of its table. */
export class StoredRecordError extends Error {
  constructor({ table, name }: Pick<Entity, 'table' | 'name'>, { pk, sk }: Key, problem: string) {
    super(`The ${name} ${pk} / ${sk} of table ${table} does not fit its schema: ${problem}`);
    this.name = 'StoredRecordError';
  }
}

type Item = Record<string, unknown>;

/** The record in an item, without keys. Throws `StoredRecordError` when it does not fit its schema. */
export function readRecord<E extends Entity>(entity: E, item: Item): RecordOf<E> {
  const { data, error } = entity.definition.record.safeParse(item);
  if (!error) return data as RecordOf<E>;
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new StoredRecordError(entity, item as unknown as Key, problems.join('; '));
}

export type Values<E extends Entity> = Parameters<E['key']>[0];

/** The record with a key, strongly consistent unless told otherwise; undefined when there is none. */
export async function getRecord<E extends Entity>(
  permission: `dynamodb:GetItem ${E['table']}`,
  entity: E,
  values: Values<E>,
  { consistent = true } = {},
): Promise<RecordOf<E> | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName(permission),
      Key: entity.key(values),
      ConsistentRead: consistent,
    }),
  );
  return Item && readRecord(entity, Item);
}

/** What DynamoDB gives or writes at most in one call. */
const readAtOnce = 100;
const writtenAtOnce = 25;

const maxAttempts = 6;
const firstPauseMs = 25;

/** The records with these keys that exist, in no order. Throws `Busy` when DynamoDB keeps putting some off. */
export async function getRecords<E extends Entity>(
  permission: `dynamodb:BatchGetItem ${E['table']}`,
  entity: E,
  values: readonly Values<E>[],
): Promise<{ key: Key; record: RecordOf<E> }[]> {
  const TableName = tableName(permission);
  const items: Item[] = [];
  await inBatches(values.map(entity.key), readAtOnce, async (Keys) => {
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }),
    );
    items.push(...(Responses?.[TableName] ?? []));
    return (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[];
  });
  return items.map((item) => ({ key: keyOf(item), record: readRecord(entity, item) }));
}

/** Deletes items of a table. Those that are gone already are what was asked for. Throws as `getRecords` does. */
export async function deleteItems<Name extends TableName>(
  permission: `dynamodb:BatchWriteItem ${Name}` & TablePermission,
  keys: readonly Key[],
): Promise<void> {
  const TableName = tableName(permission);
  await inBatches(keys, writtenAtOnce, async (part) => {
    const writes = part.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    const { UnprocessedItems } = await dynamodb.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: writes } }),
    );
    return (UnprocessedItems?.[TableName] ?? []).map(({ DeleteRequest }) =>
      keyOf(DeleteRequest!.Key!),
    );
  });
}

/** Puts records in place of those with their keys. Throws as `getRecords` does. */
export async function putRecords<E extends Entity>(
  permission: `dynamodb:BatchWriteItem ${E['table']}`,
  _entity: E,
  records: readonly { keys: Key; record: RecordOf<E> }[],
): Promise<void> {
  const TableName = tableName(permission);
  const items = new Map(
    records.map(({ keys, record }) => [JSON.stringify(keyOf({ ...keys })), { ...record, ...keys }]),
  );
  await inBatches(
    records.map(({ keys }) => keyOf({ ...keys })),
    writtenAtOnce,
    async (part) => {
      const writes = part.map((key) => ({
        PutRequest: { Item: items.get(JSON.stringify(key))! },
      }));
      const { UnprocessedItems } = await dynamodb.send(
        new BatchWriteCommand({ RequestItems: { [TableName]: writes } }),
      );
      return (UnprocessedItems?.[TableName] ?? []).map(({ PutRequest }) =>
        keyOf(PutRequest!.Item!),
      );
    },
  );
}

/** Key of an item. */
export const keyOf = (item: Item): Key => ({ pk: String(item.pk), sk: String(item.sk) });

/**
 * Hands keys over in batches, and again, after a growing random pause, those that DynamoDB put off.
 * @param process gives the keys that were put off
 */
async function inBatches(
  keys: readonly Key[],
  size: number,
  process: (batch: Key[]) => Promise<Key[]>,
): Promise<void> {
  for (let start = 0; start < keys.length; start += size) {
    let left = await process(keys.slice(start, start + size));
    for (let attempt = 2; left.length > 0; attempt++) {
      if (attempt > maxAttempts) throw new ProductError('Busy');
      await sleep(Math.random() * firstPauseMs * 2 ** attempt);
      left = await process(left);
    }
  }
}
