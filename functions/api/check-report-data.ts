import { findReportPatent } from '#functions/domain/report-patent.ts';
import { anyone } from '#functions/request/anyone.ts';
import { lambda } from '#functions/request/lambda.ts';
import { reports } from '#shared/contract/reports.ts';

export const handler = lambda(reports, 'check-report-data', anyone, async ({ query }) => ({
  exists: (await findReportPatent(query.ucid)) !== undefined,
}));
