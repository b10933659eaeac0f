/** Links in mails. Only the hash of a link's token is stored, and not whom the mail went to. */
import { createHash } from 'node:crypto';
import { newLinkToken } from '#core/runtime/ids.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';
import type { ReportFiles } from './reports-bucket.ts';

export type ReportLink = RecordOf<typeof reports.link>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Makes a link that leads to the files of a report for some days. @returns its token */
export async function putReportLink(
  { kind, ucid, version, content_hash }: ReportFiles,
  now: Date,
): Promise<string> {
  const token = newLinkToken();
  const expires_at = Math.floor(now.getTime() / 1000) + limits.reportLinkDays * 86_400;
  const key = reports.link.key({ token_hash: hashOf(token) });
  const link = { kind, ucid, version, content_hash, expires_at };
  await write(put('dynamodb:PutItem Reports', reports.link, key, link));
  return token;
}

/** Undefined when there is none of this token, or it has expired. */
export async function getReportLink(token: string, now: Date): Promise<ReportLink | undefined> {
  const link = await getRecord('dynamodb:GetItem Reports', reports.link, {
    token_hash: hashOf(token),
  });
  return link && link.expires_at * 1000 > now.getTime() ? link : undefined;
}
