import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';
import { readReport } from '../read-report.ts';
import { readMarks } from '../to-report-marks.ts';

export const handler = lambda(
  reportMarks,
  'get-report-marks',
  member,
  async ({ query, principal: { orgId }, now }) => {
    const { report } = await readReport('invalidation', query.ucid, now);
    return readMarks({ orgId, report: report.subject.ucid }, report);
  },
);
