import { requireAttempt } from '#core/request/require-attempt.ts';
import { isMissing } from '#core/storage/s3.ts';
import { getOrganization, type VisitorPrincipal } from '#functions/people/index.ts';
import { projectHolding, reportRef, seesProject } from '#functions/projects/index.ts';
import { ProductError } from '#shared/errors.ts';
import type { ReportMarks } from '#shared/report/marks.ts';
import type { Report } from '#shared/report/report.ts';
import type { SharedVersion } from '#shared/report/share.ts';
import { findShare, type ShareRecord } from './report-shares.ts';
import { getLatestReport } from './reports.ts';
import { getReport, type ReportFiles } from './reports-bucket.ts';
import { readMarks } from './to-report-marks.ts';

/** What a link shows to somebody who has it. */
export interface OpenedShare {
  share: ShareRecord;
  /** Name of the organization that shared it. */
  sharedBy: string;
  report: Report;
  files: ReportFiles;
  /** Of the organization, if the link shows them. */
  marks: ReportMarks | undefined;
  versions: { version: SharedVersion; made_at: string }[];
}

/**
 * Opens a link for a reader: the newest report, or the one that there was when the link was made. Where these are the same, there is one
 * version.
 * Throws `ShareNotFound`, `ShareRevoked`, `ShareExpired`, `ShareNotYours`, `TooManyAttempts`, and `ReportNotFound` where the report has expired.
 * @param visitorLimit that counts readers who are not signed in
 */
export async function openShare(
  token: string,
  version: SharedVersion,
  reader: VisitorPrincipal,
  visitorLimit: 'patents_address' | 'report_files_address',
  now: Date,
): Promise<OpenedShare> {
  const share = await findShare(token);
  // Of an organization that was erased, nothing is shown.
  const organization = share && (await getOrganization(share.org_id));
  if (!organization) throw new ProductError('ShareNotFound');
  if (share.revoked_at) throw new ProductError('ShareRevoked');
  if (share.ends_at <= now.toISOString()) throw new ProductError('ShareExpired');
  const { kind, ucid, org_id: orgId } = share;
  if (share.audience === 'organization' && reader.user?.org_id !== orgId) {
    throw new ProductError('ShareNotYours');
  }
  // Links for the organization do not lead around the wall of a confidential project.
  if (share.audience === 'organization' && reader.user) {
    const project = await projectHolding(orgId, { kind: 'report', ref: reportRef({ kind, ucid }) });
    if (project && !seesProject({ user: reader.user }, project)) {
      throw new ProductError('ShareNotYours');
    }
  }
  // What an organization added is compared anew each time.
  if (reader.user) await requireAttempt('report_files', reader.user.item_id, now);
  else await requireAttempt(visitorLimit, reader.address, now);
  const newest = await getLatestReport({ kind, ucid }, now);
  if (!newest) throw new ProductError('ReportNotFound');
  const older = olderOf(share, newest.content_hash);
  const files = version === 'shared' && older ? older.files : newest;
  const report = await getReport(files).catch((error: unknown) => {
    // Files are kept for a year: that of an older report may be gone.
    throw isMissing(error) ? new ProductError('ReportNotFound') : error;
  });
  const isMarked = share.marks && kind === 'invalidation';
  const marks = isMarked ? await readMarks({ orgId, report: ucid }, report) : undefined;
  const versions: OpenedShare['versions'] = [
    { version: 'newest', made_at: newest.made_at },
    ...(older ? [{ version: 'shared' as const, made_at: older.madeAt }] : []),
  ];
  return { share, sharedBy: organization.name, report, files, marks, versions };
}

/** The report that was shared, if it is another one than the newest. */
function olderOf(
  { kind, ucid, version, content_hash, made_at }: ShareRecord,
  newestHash: string,
): { files: ReportFiles; madeAt: string } | undefined {
  if (!version || !content_hash || !made_at || content_hash === newestHash) return undefined;
  return { files: { kind, ucid, version, content_hash }, madeAt: made_at };
}
