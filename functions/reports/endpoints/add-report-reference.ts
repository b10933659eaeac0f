import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { limits } from '#shared/limits.ts';
import { enqueueAdded } from '../added-queue.ts';
import { readReport } from '../read-report.ts';
import { listReport } from '../report-list.ts';
import { listMarks, putAddedReference, removeAddedReference } from '../report-marks.ts';
import { findReportPatent } from '../report-patent.ts';
import { noteMarked, requireOpenReport } from '../require-open-report.ts';
import { compareAdded } from '../to-report-marks.ts';

export const handler = lambda(
  reportMarks,
  'add-report-reference',
  member,
  async ({ body, principal, now, fail }) => {
    const { orgId, user } = principal;
    await requireAttempt('report_files', user.item_id, now);
    const { report } = await readReport('invalidation', body.report, now);
    const project = await requireOpenReport(principal, { ...report.subject, kind: 'invalidation' });
    const document = await findReportPatent(body.reference);
    if (!document) throw fail('PatentNotFound');
    const { ucid } = document;
    if (report.art.some((reference) => reference.ucid === ucid)) throw fail('ReferenceExists');
    const record = { ucid, by_id: user.item_id, at: now.toISOString() };
    const of = { orgId, report: report.subject.ucid };
    const before = (await listMarks(of)).added.length;
    if (before >= limits.reportAddedMax) throw fail('ReferenceLimitReached');
    const [compared] = await compareAdded(report, [record]);
    if (!compared) throw fail('ReferenceNotArt');
    if (!(await putAddedReference(of, record))) throw fail('ReferenceExists');
    // Others may have added some while this one was compared.
    if ((await listMarks(of)).added.length > limits.reportAddedMax) {
      await removeAddedReference(of, ucid);
      throw fail('ReferenceLimitReached');
    }
    // Models judge it as they judged the others. The page shows it meanwhile.
    if (report.record.judging) {
      await enqueueAdded(report.subject.ucid, { org_id: orgId, ucid, tries: 0 });
    }
    await listReport(user, { kind: 'invalidation', ...report.subject }, now);
    await noteMarked(principal, project, report, now);
    const { reference, chart, at } = compared;
    return { reference, chart, by: user.full_name, at };
  },
);
