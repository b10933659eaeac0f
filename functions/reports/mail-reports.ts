import { publicOrigin } from '#core/runtime/config.ts';
import { logger } from '#core/runtime/log.ts';
import { enqueueMail, type MailMessage } from '#functions/mail/index.ts';
import { patentsIndex } from '#functions/patents/index.ts';
import { getOrganization } from '#functions/people/index.ts';
import { logSearch } from '#functions/search/index.ts';
import { emitEvent } from '#functions/webhooks/index.ts';
import { limits } from '#shared/limits.ts';
import type { Report } from '#shared/report/report.ts';
import { putReportLink } from './report-links.ts';
import { listWaiting, type ReportRequest, removeReportRequest } from './report-requests.ts';
import { filesOf, getReportRecord, type ReportIdentity, type ReportRecord } from './reports.ts';
import { getReport } from './reports-bucket.ts';

/**
 * Mails a finished report, or why there is none, to everybody who waits for it, and adds their requests to the search
 * history. Does nothing while the report is being made. A request is removed after its mail is queued; after a crash
 * between the two, the mail queue refuses the second mail.
 * @param made the report, if this worker has just made it
 */
export async function mailReports(
  identity: ReportIdentity,
  now: Date,
  made?: Report,
): Promise<void> {
  const record = await getReportRecord(identity, now);
  if (!record || record.status === 'making') return;
  const waiting = (await listWaiting(identity)).filter(({ unconfirmed }) => !unconfirmed);
  if (waiting.length === 0) return;
  const report =
    record.status === 'ready' ? (made ?? (await getReport(filesOf(record)))) : undefined;
  for (const request of waiting) {
    const organization = request.org_id ? await getOrganization(request.org_id) : undefined;
    await enqueueMail(
      report ? await readyMail(request, record, report, now) : failedMail(request, record),
    );
    if (report && organization) {
      const { kind, ucid, request_id, org_id } = request;
      const data = {
        kind,
        patent: ucid,
        title: report.subject.title,
        references: report.art.length,
      };
      await emitEvent(org_id!, { type: 'report.ready', key: request_id, data }, now);
    }
    await removeReportRequest(request);
    // Of an organization that was erased meanwhile, nothing comes into the history again.
    const isErased = request.org_id !== undefined && !organization;
    logSearch({
      kind: 'report',
      indexId: patentsIndex,
      orgId: isErased ? undefined : request.org_id,
      userId: isErased ? undefined : request.user_id,
      text: request.ucid,
      confidential: isErased || organization?.confidential_queries === true,
      results: report?.art.length,
      elapsedMs: now.getTime() - Date.parse(request.requested_at),
      failure: record.failure,
    });
  }
  logger.info('report mailed', { ...identity, status: record.status, mails: waiting.length });
}

async function readyMail(
  { request_id, email, kind, ucid }: ReportRequest,
  record: ReportRecord,
  { subject, art }: Report,
  now: Date,
): Promise<MailMessage> {
  const token = await putReportLink(filesOf(record), now);
  return {
    template: 'report-ready',
    dedupeKey: `report/${request_id}`,
    to: email,
    data: {
      kind,
      ucid,
      title: subject.title,
      link: `${publicOrigin()}/api/reports/links/${kind}/${ucid}/${token}`,
      days: limits.reportLinkDays,
      references: art.length,
    },
  };
}

const reasons: Record<NonNullable<ReportRecord['failure']>, string> = {
  refused:
    'We check every quote and date of a report against the patents before we send it. This one did not pass. We have been told and will look into it.',
  interrupted: 'We tried several times, but the report could not be made.',
  'no-text': 'We do not have the text of this patent any more.',
};

const failedMail = (
  { request_id, email, kind, ucid }: ReportRequest,
  { failure = 'interrupted' }: ReportRecord,
): MailMessage => ({
  template: 'report-failed',
  dedupeKey: `report/${request_id}`,
  to: email,
  data: { kind, ucid, reason: reasons[failure] },
});
