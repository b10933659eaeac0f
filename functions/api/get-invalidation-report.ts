import { readReport } from '#functions/domain/read-report.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { reports } from '#shared/contract/reports.ts';

export const handler = lambda(
  reports,
  'get-invalidation-report',
  anyone,
  async ({ query, now }) => {
    const { report } = await readReport('invalidation', query.ucid, now);
    return { ucid: report.subject.ucid, report };
  },
);
