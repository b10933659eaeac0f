/**
 * Table `Datasets`, part 2: uploads by the command-line tool. Records expire with their tokens.
 *
 * | access pattern | pk                 | sk     |
 * |----------------|--------------------|--------|
 * | upload by id   | UPLOAD#{upload_id} | UPLOAD |
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { dynamodb, isConditionFailure, type TransactItems, transact } from './dynamodb.ts';

export interface CliUploadRecord {
  upload_id: string;
  /** SHA-256; tokens have 200 random bits, so a plain hash cannot be reversed by guessing. */
  token_hash: string;
  org_id: string;
  /** Who asked for it: the token is good for as long as they are of the organisation. */
  auth_user_id: string;
  file_key: string;
  size_bytes: number;
  part_bytes: number;
  /** S3's id of the multipart upload. */
  multipart_id: string;
  /** Epoch seconds. */
  expires_at: number;
  /** Set when the file is complete; nothing can be changed from then on. */
  completed_at?: string;
}

const itemKey = (uploadId: string) => ({ pk: `UPLOAD#${uploadId}`, sk: 'UPLOAD' });

export const hashUploadToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Stores a new upload together with `also`. */
export async function putCliUpload(upload: CliUploadRecord, ...also: TransactItems): Promise<void> {
  const Item = { ...itemKey(upload.upload_id), ...upload };
  await transact([{ Put: { TableName: tableName('Datasets'), Item } }, ...also]);
}

/** The upload that a token is good for: strongly consistent, and expired ones may still be in the table. */
export async function findCliUpload(
  uploadId: string,
  token: string,
  now: Date,
): Promise<CliUploadRecord | undefined> {
  const { Item } = await dynamodb.send(
    new GetCommand({
      TableName: tableName('Datasets'),
      Key: itemKey(uploadId),
      ConsistentRead: true,
    }),
  );
  const upload = Item as CliUploadRecord | undefined;
  if (!upload || upload.expires_at * 1000 <= now.getTime()) return undefined;
  const matches = timingSafeEqual(
    Buffer.from(upload.token_hash),
    Buffer.from(hashUploadToken(token)),
  );
  return matches ? upload : undefined;
}

/** Ends an upload well. Nothing is left to be ended when its holder gave it up at the same moment. */
export async function setCompleted({ upload_id }: CliUploadRecord, now: Date): Promise<void> {
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Datasets'),
        Key: itemKey(upload_id),
        UpdateExpression: 'SET completed_at = :now',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':now': now.toISOString() },
      }),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

export async function deleteCliUpload({ upload_id }: CliUploadRecord): Promise<void> {
  await dynamodb.send(
    new DeleteCommand({ TableName: tableName('Datasets'), Key: itemKey(upload_id) }),
  );
}
