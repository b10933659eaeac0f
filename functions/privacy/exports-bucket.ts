/**
 * Bucket `Exports`: archives of personal data under `{user id}/{export id}.zip`. A lifecycle rule removes
 * them when their days are over.
 */
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bucketName } from '#core/runtime/config.ts';
import { removeBelow, s3 } from '#core/storage/s3.ts';

const urlSeconds = 300;

const archiveKey = (userId: string, exportId: string) => `${userId}/${exportId}.zip`;

export async function putArchive(userId: string, exportId: string, zip: Uint8Array) {
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName('s3:PutObject Exports/*'),
      Key: archiveKey(userId, exportId),
      Body: zip,
      ContentType: 'application/zip',
    }),
  );
}

/** Address at which an archive can be downloaded for some minutes. */
export function archiveUrl(userId: string, exportId: string): Promise<string> {
  return getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucketName('s3:GetObject Exports/*'),
      Key: archiveKey(userId, exportId),
      ResponseContentDisposition: 'attachment; filename="antecede-data.zip"',
    }),
    { expiresIn: urlSeconds },
  );
}

const removable = () => bucketName('s3:ListBucket Exports/*', 's3:DeleteObject Exports/*');

export const removeArchive = (userId: string, exportId: string) =>
  removeBelow(removable(), archiveKey(userId, exportId));

export const removeArchivesOf = (userId: string) => removeBelow(removable(), `${userId}/`);
