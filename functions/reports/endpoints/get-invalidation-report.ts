import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { reports } from '#shared/contract/reports.ts';
import { readReport } from '../read-report.ts';

export const handler = lambda(
  reports,
  'get-invalidation-report',
  passerby,
  async ({ query, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    const { report } = await readReport('invalidation', query.ucid, now);
    return { ucid: report.subject.ucid, report };
  },
);
