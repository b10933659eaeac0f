import { createHash, timingSafeEqual } from 'node:crypto';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, tryWrite, update, write } from '#core/storage/writes.ts';
import { datasets } from '#tables/datasets.ts';
import type { RecordOf } from '#tables/define-table.ts';

export type CliUploadRecord = RecordOf<typeof datasets.cliUpload>;

export const hashUploadToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** The write that notes a new upload. */
export const newCliUpload = (upload: CliUploadRecord) =>
  put('dynamodb:PutItem Datasets', datasets.cliUpload, datasets.cliUpload.key(upload), upload);

/** The upload of a token, read consistently. Expired uploads may still be in the table. */
export async function findCliUpload(
  uploadId: string,
  token: string,
  now: Date,
): Promise<CliUploadRecord | undefined> {
  const upload = await getRecord('dynamodb:GetItem Datasets', datasets.cliUpload, {
    upload_id: uploadId,
  });
  if (!upload || upload.expires_at * 1000 <= now.getTime()) return undefined;
  const matches = timingSafeEqual(
    Buffer.from(upload.token_hash),
    Buffer.from(hashUploadToken(token)),
  );
  return matches ? upload : undefined;
}

/** Marks an upload as complete. Does nothing if its holder has aborted it at the same moment. */
export async function setCompleted(upload: CliUploadRecord, now: Date): Promise<void> {
  const completed = update('dynamodb:UpdateItem Datasets', datasets.cliUpload, upload, {
    UpdateExpression: 'SET completed_at = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': now.toISOString() },
  });
  await tryWrite(completed);
}

export const deleteCliUpload = (upload: CliUploadRecord): Promise<void> =>
  write(remove('dynamodb:DeleteItem Datasets', datasets.cliUpload, upload));
