import { findReportUcid } from '#functions/domain/report-patent.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { removeAddedReference } from '#functions/store/report-marks.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';

export const handler = lambda(
  reportMarks,
  'remove-report-reference',
  member,
  async ({ query, principal: { orgId }, fail }) => {
    const [report, ucid] = await Promise.all([
      findReportUcid(query.report),
      findReportUcid(query.reference),
    ]);
    const isGone = report && ucid && (await removeAddedReference({ orgId, report }, ucid));
    if (!isGone) throw fail('NotFound');
    return {};
  },
);
