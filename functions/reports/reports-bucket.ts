/**
 * Bucket `Reports`: under `made/{kind}/{ucid}/{version}/` the reports, named by the hash of their JSON, so that
 * none is ever overwritten; under `exports/{org_id}/` files with the marks of an organization, for a day.
 * Lifecycle rules remove both.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bucketName } from '#core/runtime/config.ts';
import { removeBelow, s3 } from '#core/storage/s3.ts';
import type { ReportFile } from '#shared/contract/report-files.ts';
import type { Report } from '#shared/report/report.ts';
import { toPresentReport } from '#shared/report/stored-report.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const urlSeconds = 300;

/** Names the files of one report. */
export interface ReportFiles {
  kind: Report['kind'];
  ucid: string;
  version: string;
  content_hash: string;
}

const keyOf = ({ kind, ucid, version, content_hash }: ReportFiles, extension: string) =>
  `made/${kind}/${ucid}/${version}/${content_hash}.${extension}`;

/** Stores a report. @returns the hash that names it */
export async function putReport(
  identity: Omit<ReportFiles, 'content_hash'>,
  report: Report,
): Promise<string> {
  const json = JSON.stringify(report);
  const content_hash = createHash('sha256').update(json).digest('hex');
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName('s3:PutObject Reports/made/*'),
      Key: keyOf({ ...identity, content_hash }, 'json.gz'),
      Body: await compress(json),
    }),
  );
  return content_hash;
}

export async function getReport(files: ReportFiles): Promise<Report> {
  const { Body } = await s3.send(
    new GetObjectCommand({
      Bucket: bucketName('s3:GetObject Reports/made/*'),
      Key: keyOf(files, 'json.gz'),
    }),
  );
  const json = await decompress(await Body!.transformToByteArray());
  return toPresentReport(JSON.parse(json.toString()));
}

export async function putReportPdf(files: ReportFiles, pdf: Uint8Array): Promise<void> {
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName('s3:PutObject Reports/made/*'),
      Key: keyOf(files, 'pdf'),
      Body: pdf,
      ContentType: contentTypes.pdf,
    }),
  );
}

/** Address at which the PDF of a report can be downloaded for some minutes. */
export const reportPdfUrl = (files: ReportFiles): Promise<string> =>
  signedUrl(bucketName('s3:GetObject Reports/made/*'), keyOf(files, 'pdf'), fileName(files, 'pdf'));

/** Stores a file that somebody exported, and that is saved under `name`. @returns where it can be downloaded for some minutes, and until when */
export async function putExport(
  orgId: string,
  exportId: string,
  format: ReportFile,
  name: string,
  file: Uint8Array,
  now: Date,
): Promise<{ url: string; expires_at: string }> {
  const Key = `exports/${orgId}/${exportId}`;
  await s3.send(
    new PutObjectCommand({
      Bucket: bucketName('s3:PutObject Reports/exports/*'),
      Key,
      Body: file,
      ContentType: contentTypes[format],
    }),
  );
  const Bucket = bucketName('s3:GetObject Reports/exports/*');
  return {
    url: await signedUrl(Bucket, Key, name),
    expires_at: new Date(now.getTime() + urlSeconds * 1000).toISOString(),
  };
}

/** Removes what an organization exported. */
export const removeExportsOf = (orgId: string) =>
  removeBelow(
    bucketName('s3:ListBucket Reports/exports/*', 's3:DeleteObject Reports/exports/*'),
    `exports/${orgId}/`,
  );

const contentTypes: Record<ReportFile, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  citations: 'text/plain; charset=utf-8',
};

export const fileName = ({ kind, ucid }: Pick<ReportFiles, 'kind' | 'ucid'>, format: ReportFile) =>
  format === 'citations' ? `citations-${ucid}.txt` : `${kind}-${ucid}.${format}`;

const signedUrl = (Bucket: string, Key: string, name: string) =>
  getSignedUrl(
    s3,
    new GetObjectCommand({
      Bucket,
      Key,
      ResponseContentDisposition: `attachment; filename="${name}"`,
    }),
    { expiresIn: urlSeconds },
  );
