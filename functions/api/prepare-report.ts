import { reportState } from '#functions/domain/report-state.ts';
import { prepareReport } from '#functions/domain/request-report.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { reports } from '#shared/contract/reports.ts';

export const handler = lambda(
  reports,
  'prepare-report',
  visitor,
  async ({ body: { kind, ucid }, principal, now }) => {
    const subject = await prepareReport(kind, ucid, principal, now);
    return { ucid: subject.ucid, status: (await reportState(subject, now)).status };
  },
);
