import { findReportUcid } from '#functions/domain/report-patent.ts';
import { reportState } from '#functions/domain/report-state.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { reports } from '#shared/contract/reports.ts';

export const handler = lambda(
  reports,
  'check-invalidation-report',
  anyone,
  async ({ query, now }) => {
    const ucid = await findReportUcid(query.ucid);
    return ucid
      ? reportState({ kind: 'invalidation', ucid }, now)
      : { exists: false, status: 'none' };
  },
);
