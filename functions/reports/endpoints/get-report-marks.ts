import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { readReport } from '../read-report.ts';
import { readMarks } from '../to-report-marks.ts';

export const handler = lambda(
  reportMarks,
  'get-report-marks',
  member,
  async ({ query, principal: { orgId, user }, now }) => {
    await requireAttempt('report_marks', user.item_id, now);
    const { report } = await readReport('invalidation', query.ucid, now);
    return readMarks({ orgId, report: report.subject.ucid }, report);
  },
);
