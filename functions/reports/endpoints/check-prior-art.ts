import { lambda } from '#core/request/lambda.ts';
import { passerby } from '#core/request/passerby.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { reports } from '#shared/contract/reports.ts';
import { findReportUcid } from '../report-patent.ts';
import { reportState } from '../report-state.ts';

export const handler = lambda(
  reports,
  'check-prior-art',
  passerby,
  async ({ query, principal, now }) => {
    await requireAttempt('patents_address', principal.network, now);
    const ucid = await findReportUcid(query.ucid);
    return ucid ? reportState({ kind: 'prior-art', ucid }, now) : { exists: false, status: 'none' };
  },
);
