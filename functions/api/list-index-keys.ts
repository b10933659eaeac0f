import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization } from '#functions/request/principal.ts';
import { listApiKeys } from '#functions/store/index-keys.ts';
import { indexKeys } from '#shared/contract/index-keys.ts';

export const handler = lambda(
  indexKeys,
  'list-index-keys',
  member,
  async ({ query, principal }) => {
    requireOwnOrganization(principal, query.org_id);
    return listApiKeys(principal.orgId);
  },
);
