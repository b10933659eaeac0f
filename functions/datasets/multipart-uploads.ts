/** Bucket `Datasets`: multipart uploads. What they are for stands in `cli-uploads.ts`. */

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { transferLimits } from '#core/runtime/call-limits.ts';
import { bucketName } from '#core/runtime/config.ts';
import { typeOfDataset } from '#shared/dataset-names.ts';
import type { BucketPermission } from '#shared/permissions.ts';
import { uploaderField } from './datasets-bucket.ts';

/** A client that adds no checksums of its own: it would sign that of an empty body into the addresses of parts. */
const s3 = new S3Client({
  ...transferLimits(),
  requestChecksumCalculation: 'WHEN_REQUIRED',
});

/** One multipart upload, as S3 wants it named. */
export interface MultipartRef {
  file_key: string;
  multipart_id: string;
}

export interface StoredPart {
  number: number;
  sizeBytes: number;
  /** Hexadecimal. S3 keeps it as the ETag. */
  md5: string;
}

const named = (permission: BucketPermission, { file_key, multipart_id }: MultipartRef) => ({
  Bucket: bucketName(permission),
  Key: file_key,
  UploadId: multipart_id,
});

/** Whether S3 says that an upload is not open: completed, aborted, or forgotten by the lifecycle rule. */
export const isNotOpen = (error: unknown) => (error as Error).name === 'NoSuchUpload';

/** Begins an upload of a file by a user. Returns S3's id of it. */
export async function createMultipartUpload(key: string, uploaderId: string): Promise<string> {
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      Bucket: bucketName('s3:PutObject Datasets/org/*'),
      Key: key,
      ContentType: typeOfDataset(key),
      Metadata: { [uploaderField]: uploaderId },
    }),
  );
  return UploadId!;
}

/** At most 1,000 stored parts by number, after a number. */
export async function listParts(upload: MultipartRef, after: number) {
  const page: ListPartsCommandOutput = await s3.send(
    new ListPartsCommand({
      ...named('s3:ListMultipartUploadParts Datasets/org/*', upload),
      PartNumberMarker: String(after),
    }),
  );
  const parts = (page.Parts ?? []).map(
    ({ PartNumber, Size, ETag }): StoredPart => ({
      number: PartNumber!,
      sizeBytes: Size!,
      md5: ETag!.replaceAll('"', ''),
    }),
  );
  return { parts, next: page.IsTruncated ? parts.at(-1)?.number : undefined };
}

/** All stored parts. */
export async function listAllParts(upload: MultipartRef): Promise<StoredPart[]> {
  const all: StoredPart[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { parts, next }: Awaited<ReturnType<typeof listParts>> = await listParts(upload, after);
    all.push(...parts);
    after = next;
  }
  return all;
}

/** Stores a part; the same number again replaces it. */
export async function uploadPart(
  upload: MultipartRef,
  number: number,
  bytes: Uint8Array,
): Promise<void> {
  await s3.send(
    new UploadPartCommand({
      ...named('s3:PutObject Datasets/org/*', upload),
      PartNumber: number,
      Body: bytes,
    }),
  );
}

/** An address that takes one part: these bytes and no others, until it expires. */
export function signPart(
  upload: MultipartRef,
  part: StoredPart,
  expiresInSeconds: number,
): Promise<string> {
  const command = new UploadPartCommand({
    ...named('s3:PutObject Datasets/org/*', upload),
    PartNumber: part.number,
    ContentLength: part.sizeBytes,
    ContentMD5: Buffer.from(part.md5, 'hex').toString('base64'),
  });
  return getSignedUrl(s3, command, { expiresIn: expiresInSeconds });
}

/** Makes the file of all parts. */
export async function completeMultipartUpload(
  upload: MultipartRef,
  parts: readonly StoredPart[],
): Promise<void> {
  const Parts = parts.map(({ number, md5 }) => ({ PartNumber: number, ETag: `"${md5}"` }));
  await s3.send(
    new CompleteMultipartUploadCommand({
      ...named('s3:PutObject Datasets/org/*', upload),
      MultipartUpload: { Parts },
    }),
  );
}

/** Deletes all parts; no error when the upload is not open any more. */
export async function abortMultipartUpload(upload: MultipartRef): Promise<void> {
  try {
    await s3.send(
      new AbortMultipartUploadCommand(named('s3:AbortMultipartUpload Datasets/org/*', upload)),
    );
  } catch (error) {
    if (!isNotOpen(error)) throw error;
  }
}
