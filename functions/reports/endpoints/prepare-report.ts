import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { reports } from '#shared/contract/reports.ts';
import { estimateJudging } from '../judging/estimate-judging.ts';
import { reportState } from '../report-state.ts';
import { prepareReport } from '../request-report.ts';

export const handler = lambda(
  reports,
  'prepare-report',
  visitor,
  async ({ body: { kind, ucid }, principal, now }) => {
    const subject = await prepareReport(kind, ucid, principal, now);
    const [{ status }, judging] = await Promise.all([
      reportState(subject, now),
      estimateJudging(subject),
    ]);
    return { ucid: subject.ucid, status, judging };
  },
);
