import { lambda } from '#core/request/lambda.ts';
import { member } from '#functions/people/index.ts';
import { reportLists } from '#shared/contract/report-lists.ts';
import { revokeShare } from '../report-shares.ts';

export const handler = lambda(
  reportLists,
  'revoke-report-share',
  member,
  async ({ query, principal, now, fail }) => {
    if (!(await revokeShare(principal, query.share_id, now))) throw fail('ShareNotFound');
    return {};
  },
);
