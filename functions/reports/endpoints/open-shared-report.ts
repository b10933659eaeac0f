import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { openShare } from '../open-share.ts';

export const handler = lambda(
  reportLists,
  'open-shared-report',
  visitor,
  async ({ body: { token, version }, principal, now }) => {
    const opened = await openShare(token, version, principal, 'patents_address', now);
    const { report, marks, sharedBy, share, versions } = opened;
    return { report, marks, shared_by: sharedBy, ends_at: share.ends_at, versions };
  },
);
