import { anyone } from '#core/request/anyone.ts';
import { lambda } from '#core/request/lambda.ts';
import { reports } from '#shared/contract/reports.ts';
import { confirmAddress } from '../confirmed-addresses.ts';
import { enqueueReport } from '../report-queue.ts';
import { confirmRequest, listRequestsOf } from '../report-requests.ts';

export const handler = lambda(
  reports,
  'confirm-report-address',
  anyone,
  async ({ body, now, fail }) => {
    const email = await confirmAddress(body.token, now);
    if (!email) throw fail('LinkExpired');
    for (const request of await listRequestsOf(email)) {
      await confirmRequest(request);
      const { kind, ucid, user_id } = request;
      await enqueueReport({ kind, ucid, ...(user_id === undefined && { visitor: true }) });
    }
    return {};
  },
);
