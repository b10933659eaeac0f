import { readReport } from '#functions/domain/read-report.ts';
import { readMarks } from '#functions/domain/report-marks.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { reportMarks } from '#shared/contract/report-marks.ts';

export const handler = lambda(
  reportMarks,
  'get-report-marks',
  member,
  async ({ query, principal: { orgId }, now }) => {
    const { report } = await readReport('invalidation', query.ucid, now);
    return readMarks({ orgId, report: report.subject.ucid }, report);
  },
);
