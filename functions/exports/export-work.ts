/** Writes of the workers that write exports. One at a time holds an export, by a lease; writes of one that has lost it are refused. */
import { newId } from '#core/runtime/ids.ts';
import { tryUpdate, tryWrite, update } from '#core/storage/writes.ts';
import { givenBack } from '#functions/search/index.ts';
import { limits } from '#shared/limits.ts';
import type { ExportFailure } from '#shared/search-exports.ts';
import { activity } from '#tables/activity.ts';
import type { SearchExportRecord } from './search-exports.ts';

type Key = Pick<SearchExportRecord, 'org_id' | 'export_id'>;

/**
 * Gives an export to this worker; undefined if it is written, has failed, or another worker holds it. If the SDK repeats the
 * call, the condition finds that this worker holds it.
 */
export const claimExport = (key: Key, leasedUntil: Date, now: Date) =>
  tryUpdate(
    activity.searchExport,
    update('dynamodb:UpdateItem Activity', activity.searchExport, key, {
      UpdateExpression: 'SET worker = :worker, leased_until = :until ADD tries :one',
      ConditionExpression: '#status = :writing AND (leased_until <= :now OR worker = :worker)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':worker': newId('wrk'),
        ':until': leasedUntil.toISOString(),
        ':writing': 'writing',
        ':now': now.toISOString(),
        ':one': 1,
      },
    }),
  );

/** A write of the worker that holds an export. */
const heldWrite = (
  record: SearchExportRecord,
  expression: string,
  values: Record<string, unknown>,
) =>
  update('dynamodb:UpdateItem Activity', activity.searchExport, record, {
    UpdateExpression: expression,
    ConditionExpression: '#status = :writing AND worker = :worker',
    ExpressionAttributeNames: {
      '#status': 'status',
      // A word that DynamoDB reserves, too.
      ...(/#rows\b/.test(expression) && { '#rows': 'rows' }),
    },
    ExpressionAttributeValues: { ':writing': 'writing', ':worker': record.worker, ...values },
  });

/** Changes an export; undefined if this worker has lost it. */
const change = (
  record: SearchExportRecord,
  expression: string,
  values: Record<string, unknown> = {},
) => tryUpdate(activity.searchExport, heldWrite(record, expression, values));

/** Notes how far the reading is. */
export const noteProgress = (record: SearchExportRecord, rows: number) =>
  change(record, 'SET #rows = :rows', { ':rows': rows });

/** Notes what is stored of the file. The worker has got somewhere, so the tries begin anew. */
export const noteStored = (
  record: SearchExportRecord,
  upload: NonNullable<SearchExportRecord['upload']>,
) =>
  change(record, 'SET upload = :upload, #rows = :rows, tries = :none', {
    ':upload': upload,
    ':rows': upload.rows,
    ':none': 0,
  });

/** Lets another worker begin the file anew. */
export const noteRestart = (record: SearchExportRecord) =>
  change(record, 'SET #rows = :none REMOVE upload', { ':none': 0 });

/** Lets another worker take the export up now. */
export const releaseExport = (record: SearchExportRecord, now: Date) =>
  change(record, 'SET leased_until = :now', { ':now': now.toISOString() });

const expiry = (now: Date) => Math.ceil(now.getTime() / 1000) + limits.exportDays * 86_400;

export const markExportReady = (
  record: SearchExportRecord,
  { rows, bytes }: { rows: number; bytes: number },
  now: Date,
) =>
  change(
    record,
    'SET #status = :ready, #rows = :rows, size_bytes = :bytes, ended_at = :now, expires_at = :expires REMOVE upload',
    {
      ':ready': 'ready',
      ':rows': rows,
      ':bytes': bytes,
      ':now': now.toISOString(),
      ':expires': expiry(now),
    },
  );

/** Ends an export that is not written, and gives back the searches that it took. @returns whether this worker held it */
export async function markExportFailed(
  record: SearchExportRecord,
  failure: ExportFailure,
  now: Date,
): Promise<boolean> {
  const ended = heldWrite(
    record,
    'SET #status = :failed, failure = :failure, ended_at = :now, expires_at = :expires REMOVE upload',
    {
      ':failed': 'failed',
      ':failure': failure,
      ':now': now.toISOString(),
      ':expires': expiry(now),
    },
  );
  if (record.taken === 0) return !(await tryWrite(ended));
  const refusal = await tryWrite([ended, givenBack(record.org_id, record.taken, record.day)], 2);
  if (!refusal) return true;
  // The day of its searches is over.
  return !refusal.failed.includes(0) && !(await tryWrite(ended));
}
