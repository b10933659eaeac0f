/**
 * Bucket `Datasets`: uploaded files under `org/{org_id}/{file name}`, catalogues under `data-catalog/`.
 */
import { DeleteObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { bucketName } from '#functions/runtime/config.ts';
import { limits } from '#shared/limits.ts';
import { isMissing, objectSource, removeBelow, s3 } from './s3.ts';

const organizationPrefix = (orgId: string) => `org/${orgId}/`;

export const fileKey = (orgId: string, fileName: string) => organizationPrefix(orgId) + fileName;
export const catalogKey = (indexId: string) => `data-catalog/${indexId}.csv`;

/** What S3 takes as a key at most. */
const longestKeyBytes = 1024;

/** Whether a key sent by a client can name an object below a prefix. S3 keys are literal: `..` means nothing in them. */
const isBelow = (prefix: string, key: string) =>
  key.startsWith(prefix) &&
  key.length > prefix.length &&
  Buffer.byteLength(key) <= longestKeyBytes &&
  key.isWellFormed();

export const isOwnFile = (orgId: string, key: string) => isBelow(organizationPrefix(orgId), key);

export const isCatalogFile = (key: string) => isBelow('data-catalog/', key);

/** A policy that lets a browser post one CSV to one key, smaller than 2 GB, within the hour. */
export function createUploadPolicy(key: string) {
  return createPresignedPost(s3, {
    Bucket: bucketName('Datasets'),
    Key: key,
    Fields: { 'Content-Type': 'text/csv' },
    Conditions: [
      ['content-length-range', 1, limits.directUploadMaxBytes],
      ['eq', '$Content-Type', 'text/csv'],
    ],
    Expires: limits.uploadPolicySeconds,
  });
}

/** One page of an organisation's files in the order of their keys, after a key. */
export async function listFiles(orgId: string, pageSize: number, after?: string) {
  const { Contents = [], IsTruncated } = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucketName('Datasets'),
      Prefix: organizationPrefix(orgId),
      MaxKeys: pageSize,
      StartAfter: after,
    }),
  );
  const files = Contents.map(({ Key, Size, LastModified }) => ({
    key: Key!,
    sizeBytes: Size!,
    modifiedAt: LastModified!,
  }));
  return { files, next: IsTruncated ? files.at(-1)?.key : undefined };
}

/** Size, date and version of a file, or `undefined` when there is none. */
export async function headFile(key: string) {
  try {
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucketName('Datasets'), Key: key }));
    return {
      sizeBytes: head.ContentLength!,
      modifiedAt: head.LastModified!,
      eTag: head.ETag!,
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A file as a source of ranges, pinned to one version of it. */
export const fileSource = (key: string, file: { sizeBytes: number; eTag: string }) =>
  objectSource(bucketName('Datasets'), key, file);

export async function deleteFile(key: string): Promise<void> {
  await s3.send(new DeleteObjectCommand({ Bucket: bucketName('Datasets'), Key: key }));
}

/** Removes all files of an organisation. */
export const removeFilesOf = (orgId: string) =>
  removeBelow(bucketName('Datasets'), organizationPrefix(orgId));
