import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { reports } from '#shared/contract/reports.ts';
import { findReportPatent } from '../report-patent.ts';

export const handler = lambda(reports, 'check-report-data', anyone, async ({ query }) => ({
  exists: (await findReportPatent(query.ucid)) !== undefined,
}));
