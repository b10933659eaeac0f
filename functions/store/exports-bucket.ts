/**
 * Bucket `Exports`: archives of personal data under `{user id}/{export id}.zip`. A lifecycle rule removes
 * them when their days are over.
 */
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bucketName } from '#functions/runtime/config.ts';
import { removeBelow, s3 } from './s3.ts';

const urlSeconds = 300;

const archiveKey = (userId: string, exportId: string) => `${userId}/${exportId}.zip`;

export async function putArchive(userId: string, exportId: string, zip: Uint8Array) {
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName('Exports'),
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
      Bucket: bucketName('Exports'),
      Key: archiveKey(userId, exportId),
      ResponseContentDisposition: 'attachment; filename="antecede-data.zip"',
    }),
    { expiresIn: urlSeconds },
  );
}

export const removeArchive = (userId: string, exportId: string) =>
  removeBelow(bucketName('Exports'), archiveKey(userId, exportId));

export const removeArchivesOf = (userId: string) =>
  removeBelow(bucketName('Exports'), `${userId}/`);
