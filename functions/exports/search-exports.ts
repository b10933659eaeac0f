/** Records of exports. Those of the workers that write them are changed in `export-work.ts`. */
import { queryAll } from '#core/storage/queries.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, type TransactItems, tryWrite, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { abortUpload, removeFilesOf } from './exports-bucket.ts';

export type SearchExportRecord = RecordOf<typeof activity.searchExport>;

const dayMs = 86_400_000;

/** When a file that was written at a time is removed. */
export const availableUntil = (endedAt: string) =>
  new Date(Date.parse(endedAt) + limits.exportDays * dayMs).toISOString();

export const getSearchExport = (
  orgId: string,
  exportId: string,
): Promise<SearchExportRecord | undefined> =>
  getRecord('dynamodb:GetItem Activity', activity.searchExport, {
    org_id: orgId,
    export_id: exportId,
  });

/**
 * Stores a new export, which no worker holds, and takes the queries that it counts as.
 * @param taking the write that takes them
 * @returns why nothing is written: they are not left, or there is an export with this id
 */
export async function putSearchExport(
  begun: Omit<
    SearchExportRecord,
    'status' | 'rows' | 'worker' | 'leased_until' | 'tries' | 'expires_at'
  >,
  taking: TransactItems,
): Promise<SearchExportRecord | 'exists' | 'no quota'> {
  const record: SearchExportRecord = {
    ...begun,
    status: 'writing',
    rows: 0,
    worker: '',
    leased_until: begun.created_at,
    tries: 0,
    // A day more than the file, which begins later.
    expires_at: Math.ceil(Date.parse(begun.created_at) / 1000) + (limits.exportDays + 1) * 86_400,
  };
  const keys = activity.searchExport.key(record);
  const stored = put('dynamodb:PutItem Activity', activity.searchExport, keys, record, {
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  const refusal = await tryWrite([stored, ...taking], 1 + taking.length);
  if (!refusal) return record;
  return refusal.failed.includes(0) ? 'exists' : 'no quota';
}

export async function listSearchExports(orgId: string): Promise<SearchExportRecord[]> {
  const found = await queryAll('dynamodb:Query Activity', activity.searchExportsOf, {
    org_id: orgId,
  });
  return found.map(({ record }) => record);
}

/**
 * Deletes an export with its file. In this order nothing is left of one that a worker writes meanwhile: without the record it
 * stores no more, without the upload it completes no file, and a file that is complete is removed.
 */
export async function removeSearchExport(record: SearchExportRecord): Promise<void> {
  await write(remove('dynamodb:DeleteItem Activity', activity.searchExport, record));
  if (record.upload) await abortUpload(record, record.upload.upload_id);
  await removeFilesOf(record);
}
