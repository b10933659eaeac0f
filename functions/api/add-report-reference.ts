import { readReport } from '#functions/domain/read-report.ts';
import { compareAdded } from '#functions/domain/report-marks.ts';
import { findReportPatent } from '#functions/domain/report-patent.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { listMarks, putAddedReference } from '#functions/store/report-marks.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { limits } from '#shared/limits.ts';

export const handler = lambda(
  reportMarks,
  'add-report-reference',
  member,
  async ({ body, principal: { orgId, user }, now, fail }) => {
    const { report } = await readReport('invalidation', body.report, now);
    const document = await findReportPatent(body.reference);
    if (!document) throw fail('PatentNotFound');
    const { ucid } = document;
    if (report.art.some((reference) => reference.ucid === ucid)) throw fail('ReferenceExists');
    const record = { ucid, by_id: user.item_id, at: now.toISOString() };
    const of = { orgId, report: report.subject.ucid };
    const { added } = await listMarks(of);
    if (added.length >= limits.reportAddedMax) throw fail('ReferenceLimitReached');
    const [compared] = await compareAdded(report, [record]);
    if (!compared) throw fail('ReferenceNotArt');
    if (!(await putAddedReference(of, record))) throw fail('ReferenceExists');
    const { reference, chart, at } = compared;
    return { reference, chart, by: user.full_name, at };
  },
);
