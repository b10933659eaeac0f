import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { reports } from '#shared/contract/reports.ts';
import { readReport } from '../read-report.ts';

export const handler = lambda(
  reports,
  'get-invalidation-report',
  anyone,
  async ({ query, now }) => {
    const { report } = await readReport('invalidation', query.ucid, now);
    return { ucid: report.subject.ucid, report };
  },
);
