import { getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, update, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';

export type DataExportRecord = RecordOf<typeof activity.dataExport>;

const secondsPerDay = 86_400;
/** A repetition within this time counts as the same request. */
const patienceMs = 10 * 60_000;

const expiry = (now: Date) => Math.floor(now.getTime() / 1000) + limits.exportDays * secondsPerDay;

/** When the archive is removed. */
export const availableUntil = (readyAt: string) =>
  new Date(Date.parse(readyAt) + limits.exportDays * secondsPerDay * 1000).toISOString();

export const getDataExport = (userId: string): Promise<DataExportRecord | undefined> =>
  getRecord('dynamodb:GetItem Activity', activity.dataExport, { user_id: userId });

/**
 * Stores a request together with `also`, unless a recent one is still being prepared.
 * @returns the id of the request that is being prepared
 */
export async function putDataExport(
  userId: string,
  exportId: string,
  also: TransactItems,
  now: Date,
): Promise<string> {
  const request = put(
    'dynamodb:PutItem Activity',
    activity.dataExport,
    activity.dataExport.key({ user_id: userId }),
    { export_id: exportId, requested_at: now.toISOString(), expires_at: expiry(now) },
    {
      ConditionExpression:
        'attribute_not_exists(pk) OR attribute_exists(ready_at) OR requested_at < :before',
      ExpressionAttributeValues: { ':before': new Date(now.getTime() - patienceMs).toISOString() },
    },
  );
  request.Put.ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
  const refusal = await tryWrite([request, ...also]);
  return refusal ? refusal.stored!.export_id!.S! : exportId;
}

/** Records that an archive is ready; false if its request is gone or was replaced by another. */
export async function markExportReady(
  userId: string,
  exportId: string,
  now: Date,
): Promise<boolean> {
  const ready = update(
    'dynamodb:UpdateItem Activity',
    activity.dataExport,
    { user_id: userId },
    {
      UpdateExpression: 'SET ready_at = if_not_exists(ready_at, :now), expires_at = :expires',
      ConditionExpression: 'export_id = :id',
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':expires': expiry(now),
        ':id': exportId,
      },
    },
  );
  return !(await tryWrite(ready));
}

export const removeDataExport = (userId: string): Promise<void> =>
  write(remove('dynamodb:DeleteItem Activity', activity.dataExport, { user_id: userId }));
