import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { reports } from '#shared/contract/reports.ts';
import { findReportUcid } from '../report-patent.ts';
import { reportState } from '../report-state.ts';

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
