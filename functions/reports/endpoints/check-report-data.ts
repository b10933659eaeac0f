import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { reports } from '#shared/contract/reports.ts';
import { findReportPatent } from '../report-patent.ts';

export const handler = lambda(
  reports,
  'check-report-data',
  passerby,
  async ({ query, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    return { exists: (await findReportPatent(query.ucid)) !== undefined };
  },
);
