/**
 * Bucket `Datasets`: uploaded files under `org/{org_id}/{file name}`, catalogues under `data-catalog/`.
 */
import { DeleteObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { bucketName } from '#core/runtime/config.ts';
import { isMissing, objectSource, removeBelow, s3 } from '#core/storage/s3.ts';
import { typeOfDataset } from '#shared/dataset-names.ts';
import { limits } from '#shared/limits.ts';

const organizationPrefix = (orgId: string) => `org/${orgId}/`;

export const fileKey = (orgId: string, fileName: string) => organizationPrefix(orgId) + fileName;
export const catalogKey = (indexId: string) => `data-catalog/${indexId}.csv`;

/** Metadata of a file: the id of the user who uploaded this version. */
export const uploaderField = 'uploaded-by';

/** The longest key of S3. */
const longestKeyBytes = 1024;

/** Whether a key sent by a client can name an object below a prefix. S3 keys are literal: `..` means nothing in them. */
const isBelow = (prefix: string, key: string) =>
  key.startsWith(prefix) &&
  key.length > prefix.length &&
  Buffer.byteLength(key) <= longestKeyBytes &&
  key.isWellFormed();

export const isOwnFile = (orgId: string, key: string) => isBelow(organizationPrefix(orgId), key);

export const isCatalogFile = (key: string) => isBelow('data-catalog/', key);

/**
 * A policy that lets a browser post one file to one key, of `mostBytes` at most, in an upload that begins within
 * five minutes. It outlives a membership, so the file stores the id of the policy's holder.
 */
export function createUploadPolicy(key: string, uploaderId: string, mostBytes: number) {
  const type = typeOfDataset(key);
  return createPresignedPost(s3, {
    Bucket: bucketName('s3:PutObject Datasets/org/*'),
    Key: key,
    // Fields become conditions: the form cannot name another uploader.
    Fields: { 'Content-Type': type, [`x-amz-meta-${uploaderField}`]: uploaderId },
    Conditions: [
      ['content-length-range', 1, mostBytes],
      ['eq', '$Content-Type', type],
    ],
    Expires: limits.uploadPolicySeconds,
  });
}

/** One page of an organization's files in the order of their keys, after a key. */
export async function listFiles(orgId: string, pageSize: number, after?: string) {
  const { Contents = [], IsTruncated } = await s3.send(
    new ListObjectsV2Command({
      Bucket: bucketName('s3:ListBucket Datasets/org/*'),
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

const ownBucket = () => bucketName('s3:GetObject Datasets/org/*');
const catalogBucket = () => bucketName('s3:GetObject Datasets/data-catalog/*');

interface FileVersion {
  sizeBytes: number;
  eTag: string;
}

/** Size, date and version of an organization's file, or `undefined` when there is none. */
export const headFile = (key: string) => head(ownBucket(), key);

/** The same for a catalogue's file. */
export const headCatalogFile = (key: string) => head(catalogBucket(), key);

/** A catalogue's file as a source of ranges, pinned to one version of it. */
export const catalogSource = (key: string, file: FileVersion) =>
  objectSource(catalogBucket(), key, file);

/** The same for an organization's file. */
export const ownSource = (key: string, file: FileVersion) => objectSource(ownBucket(), key, file);

/** The same for a file of either kind. */
export const datasetSource = (key: string, file: FileVersion) =>
  isCatalogFile(key) ? catalogSource(key, file) : ownSource(key, file);

async function head(Bucket: string, Key: string) {
  try {
    const found = await s3.send(new HeadObjectCommand({ Bucket, Key }));
    return {
      sizeBytes: found.ContentLength!,
      modifiedAt: found.LastModified!,
      eTag: found.ETag!,
      versionId: found.VersionId,
      /** Id of the user; unknown for files from the first version of the product. */
      uploadedBy: found.Metadata?.[uploaderField],
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function deleteFile(key: string): Promise<void> {
  await s3.send(
    new DeleteObjectCommand({ Bucket: bucketName('s3:DeleteObject Datasets/org/*'), Key: key }),
  );
}

/** Deletes one version of a file for good. The version before it comes back if it was the current one. */
export async function deleteFileVersion(key: string, versionId: string): Promise<void> {
  await s3.send(
    new DeleteObjectCommand({
      Bucket: bucketName('s3:DeleteObjectVersion Datasets/org/*'),
      Key: key,
      VersionId: versionId,
    }),
  );
}

/** Removes all files of an organization. */
export const removeFilesOf = (orgId: string) =>
  removeBelow(
    bucketName('s3:ListBucket Datasets/org/*', 's3:DeleteObject Datasets/org/*'),
    organizationPrefix(orgId),
  );
