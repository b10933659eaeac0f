import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { removeAddedReference } from '../report-marks.ts';
import { findReportUcid } from '../report-patent.ts';

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
