import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { removeAddedReference } from '../report-marks.ts';
import { findReportUcid } from '../report-patent.ts';
import { requireOpenReport } from '../require-open-report.ts';

export const handler = lambda(
  reportMarks,
  'remove-report-reference',
  member,
  async ({ query, principal, fail }) => {
    const [report, ucid] = await Promise.all([
      findReportUcid(query.report),
      findReportUcid(query.reference),
    ]);
    if (!report || !ucid) throw fail('NotFound');
    await requireOpenReport(principal, { kind: 'invalidation', ucid: report });
    const of = { orgId: principal.orgId, report };
    if (!(await removeAddedReference(of, ucid))) throw fail('NotFound');
    return {};
  },
);
