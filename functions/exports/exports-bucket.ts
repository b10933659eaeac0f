/**
 * Bucket `Exports`: under `searches/{org_id}/{export_id}.` the file of an export, and until it is written the search that it is
 * of. A lifecycle rule removes both.
 */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { transferLimits } from '#core/runtime/call-limits.ts';
import { bucketName } from '#core/runtime/config.ts';
import { isMissing, removeBelow } from '#core/storage/s3.ts';
import type { Scope, SearchIndex } from '#engine';
import type { ExportFormat } from '#shared/search-exports.ts';

/** Without checksums of its own: S3 would want those of all parts again when it completes a file. */
const s3 = new S3Client({ ...transferLimits(), requestChecksumCalculation: 'WHEN_REQUIRED' });

const urlSeconds = 300;

/** Names an export and its file. */
export interface ExportRef {
  org_id: string;
  export_id: string;
  format: ExportFormat;
}

/** A search as the engine takes it. */
export type EngineRequest = Parameters<SearchIndex['search']>[0];

/** A search as an export keeps it. */
export interface ExportedSearch {
  text: string;
  syntax?: 'words' | 'query' | undefined;
  filters?: EngineRequest['filters'] | undefined;
  fields?: string[] | undefined;
  relevantOnly?: boolean | undefined;
  sort?: EngineRequest['sort'] | undefined;
  /** That of the text, if a model has embedded the rows: all parts of the file are ranked by the same one. */
  vector?: readonly number[] | undefined;
  /** Columns that the file does not have. */
  leftOut?: readonly string[] | undefined;
  /** What whoever began it sees of the index; all of it if absent. */
  scope?: Scope | undefined;
}

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

const folderOf = (orgId: string) => `searches/${orgId}/`;
const keysOf = ({ org_id, export_id }: Omit<ExportRef, 'format'>) =>
  `${folderOf(org_id)}${export_id}.`;
const fileKey = (ref: ExportRef) => keysOf(ref) + ref.format;
const searchKey = (ref: Omit<ExportRef, 'format'>) => `${keysOf(ref)}search.json`;

export async function putExportedSearch(
  ref: Omit<ExportRef, 'format'>,
  search: ExportedSearch,
): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName('s3:PutObject Exports/searches/*'),
      Key: searchKey(ref),
      Body: JSON.stringify(search),
    }),
  );
}

export async function getExportedSearch(ref: Omit<ExportRef, 'format'>): Promise<ExportedSearch> {
  const { Body } = await s3.send(
    new GetObjectCommand({
      Bucket: bucketName('s3:GetObject Exports/searches/*'),
      Key: searchKey(ref),
    }),
  );
  return JSON.parse(await Body!.transformToString());
}

/** Forgets what was searched for. */
export async function removeExportedSearch(ref: Omit<ExportRef, 'format'>): Promise<void> {
  await s3.send(
    new DeleteObjectCommand({
      Bucket: bucketName('s3:DeleteObject Exports/searches/*'),
      Key: searchKey(ref),
    }),
  );
}

/** Whether S3 says that an upload is not open: completed, aborted, or forgotten by the lifecycle rule. */
export const isNotOpen = (error: unknown) => (error as Error).name === 'NoSuchUpload';

/** Begins the file of an export. @returns S3's id of the upload */
export async function beginUpload(ref: ExportRef): Promise<string> {
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({
      Bucket: bucketName('s3:PutObject Exports/searches/*'),
      Key: fileKey(ref),
      ContentType: contentTypes[ref.format],
    }),
  );
  return UploadId!;
}

/** Stores a part; the same number again replaces it. @returns its ETag */
export async function uploadPart(
  ref: ExportRef,
  uploadId: string,
  number: number,
  bytes: Uint8Array,
): Promise<string> {
  const { ETag } = await s3.send(
    new UploadPartCommand({
      Bucket: bucketName('s3:PutObject Exports/searches/*'),
      Key: fileKey(ref),
      UploadId: uploadId,
      PartNumber: number,
      Body: bytes,
    }),
  );
  return ETag!;
}

/** Makes the file of its parts. */
export async function completeUpload(
  ref: ExportRef,
  uploadId: string,
  eTags: readonly string[],
): Promise<void> {
  await s3.send(
    new CompleteMultipartUploadCommand({
      Bucket: bucketName('s3:PutObject Exports/searches/*'),
      Key: fileKey(ref),
      UploadId: uploadId,
      MultipartUpload: { Parts: eTags.map((ETag, at) => ({ ETag, PartNumber: at + 1 })) },
    }),
  );
}

/** Deletes all parts; no error when the upload is not open any more. */
export async function abortUpload(ref: ExportRef, uploadId: string): Promise<void> {
  try {
    await s3.send(
      new AbortMultipartUploadCommand({
        Bucket: bucketName('s3:AbortMultipartUpload Exports/searches/*'),
        Key: fileKey(ref),
        UploadId: uploadId,
      }),
    );
  } catch (error) {
    if (!isNotOpen(error)) throw error;
  }
}

/** Whether the file is complete. */
export async function hasFile(ref: ExportRef): Promise<boolean> {
  try {
    await s3.send(
      new HeadObjectCommand({
        Bucket: bucketName('s3:GetObject Exports/searches/*'),
        Key: fileKey(ref),
      }),
    );
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Address at which a file can be downloaded for some minutes. */
export const fileUrl = (ref: ExportRef): Promise<string> =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket: bucketName('s3:GetObject Exports/searches/*'),
      Key: fileKey(ref),
      ResponseContentDisposition: `attachment; filename="results.${ref.format}"`,
    }),
    { expiresIn: urlSeconds },
  );

const removable = () =>
  bucketName('s3:ListBucket Exports/searches/*', 's3:DeleteObject Exports/searches/*');

export const removeFilesOf = (ref: ExportRef) => removeBelow(removable(), keysOf(ref));

/** Removes all exports of an organization. */
export const removeFilesOfOrganization = (orgId: string) =>
  removeBelow(removable(), folderOf(orgId));
