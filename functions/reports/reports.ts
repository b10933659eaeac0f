import { getRecord } from '#core/storage/records.ts';
import { put, tryWrite } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { Report } from '#shared/report/report.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';
import type { ReportFiles } from './reports-bucket.ts';

/** A report that is made, or is being made. */
export type ReportRecord = RecordOf<typeof reports.report>;

/** The newest report of its kind on a patent. */
export type LatestReport = RecordOf<typeof reports.latest>;

/** What a report is about. */
export interface ReportSubject {
  kind: Report['kind'];
  ucid: string;
}

/** One report: of its subject, by one version of the index and the rules. */
export type ReportIdentity = Omit<ReportFiles, 'content_hash'>;

/** Epoch seconds at which a report that is made now expires. */
export const reportExpiry = (now: Date) =>
  Math.floor(now.getTime() / 1000) + limits.reportDays * 86_400;

/** Files of a report whose content is stored. */
export function filesOf({ kind, ucid, version, content_hash }: ReportRecord): ReportFiles {
  if (!content_hash) throw new Error(`The ${kind} report on ${ucid} has no content yet`);
  return { kind, ucid, version, content_hash };
}

/** DynamoDB deletes what has expired, a while later. */
const unexpired = <R extends { expires_at: number }>(record: R | undefined, now: Date) =>
  record && record.expires_at * 1000 > now.getTime() ? record : undefined;

/** Undefined when there is none, or it has expired. So are the others. */
export const getReportRecord = async (identity: ReportIdentity, now: Date) =>
  unexpired(await getRecord('dynamodb:GetItem Reports', reports.report, identity), now);

export const getLatestReport = async (subject: ReportSubject, now: Date) =>
  unexpired(await getRecord('dynamodb:GetItem Reports', reports.latest, subject), now);

/**
 * Notes that a report is wanted. One that is made or being made stays as it is, and so does one that failed a
 * short while ago, or was not judged because the model was away.
 */
export async function beginReport(identity: ReportIdentity, now: Date): Promise<void> {
  const { kind, ucid, version } = identity;
  const begun = put(
    'dynamodb:PutItem Reports',
    reports.report,
    reports.report.key(identity),
    {
      kind,
      ucid,
      version,
      status: 'making',
      created_at: now.toISOString(),
      worker: 'none',
      leased_until: now.toISOString(),
      tries: 0,
      expires_at: reportExpiry(now),
    },
    {
      ConditionExpression:
        'attribute_not_exists(pk) OR expires_at < :epoch OR (#status <> :making AND retry_at <= :now)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':making': 'making',
        ':now': now.toISOString(),
        ':epoch': Math.floor(now.getTime() / 1000),
      },
    },
  );
  await tryWrite(begun);
}
