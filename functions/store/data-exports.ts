/**
 * Table `Activity`, part 3: the newest export of personal data of each person. Items expire (`expires_at`,
 * seconds) with the archive.
 *
 * | access pattern     | pk                 | sk     |
 * |--------------------|--------------------|--------|
 * | export of a person | EXPORT#{item_id}   | EXPORT |
 */
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { limits } from '#shared/limits.ts';
import { dynamodb, failedConditions, type TransactItems, transact } from './dynamodb.ts';

export interface DataExportRecord {
  export_id: string;
  requested_at: string;
  /** Absent while it is prepared. */
  ready_at?: string;
}

const secondsPerDay = 86_400;
/** Asking again before that is taken for the same request. */
const patienceMs = 10 * 60_000;

const exportKey = (userId: string) => ({ pk: `EXPORT#${userId}`, sk: 'EXPORT' });
const expiry = (now: Date) => Math.floor(now.getTime() / 1000) + limits.exportDays * secondsPerDay;

/** When the archive is removed. */
export const availableUntil = (readyAt: string) =>
  new Date(Date.parse(readyAt) + limits.exportDays * secondsPerDay * 1000).toISOString();

export async function getDataExport(userId: string): Promise<DataExportRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Activity'),
      Key: exportKey(userId),
      ConsistentRead: true,
    }),
  );
  return Item as DataExportRecord | undefined;
}

/** Notes a request together with `also`; false when one has just been made that is still being prepared. */
export async function putDataExport(
  userId: string,
  exportId: string,
  also: TransactItems,
  now: Date,
): Promise<boolean> {
  const Put = {
    TableName: tableName('Activity'),
    Item: {
      ...exportKey(userId),
      ...{ export_id: exportId, requested_at: now.toISOString(), expires_at: expiry(now) },
    },
    ConditionExpression:
      'attribute_not_exists(pk) OR attribute_exists(ready_at) OR requested_at < :before',
    ExpressionAttributeValues: { ':before': new Date(now.getTime() - patienceMs).toISOString() },
  };
  try {
    await transact([{ Put }, ...also]);
    return true;
  } catch (error) {
    if (failedConditions(error).includes(0)) return false;
    throw error;
  }
}

/** Says that an archive is there; false when its request is gone, or another has taken its place. */
export async function markExportReady(
  userId: string,
  exportId: string,
  now: Date,
): Promise<boolean> {
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Activity'),
        Key: exportKey(userId),
        UpdateExpression: 'SET ready_at = if_not_exists(ready_at, :now), expires_at = :expires',
        ConditionExpression: 'export_id = :id',
        ExpressionAttributeValues: {
          ':now': now.toISOString(),
          ':expires': expiry(now),
          ':id': exportId,
        },
      }),
    );
    return true;
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

export async function removeDataExport(userId: string): Promise<void> {
  await dynamodb.send(
    new DeleteCommand({ TableName: tableName('Activity'), Key: exportKey(userId) }),
  );
}
