import { lambda } from '#core/request/lambda.ts';
import { member, requireOwnOrganization } from '#functions/people/index.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';
import { listApiKeys } from '../index-keys.ts';

export const handler = lambda(
  indexKeys,
  'list-index-keys',
  member,
  async ({ query, principal }) => {
    requireOwnOrganization(principal, query.org_id);
    return listApiKeys(principal.orgId);
  },
);
