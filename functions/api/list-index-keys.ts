import { member } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireOwnOrganization } from '#functions/runtime/principal.ts';
import { listApiKeys } from '#functions/store/index-keys.ts';

export const handler = lambda('list-index-keys', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  return listApiKeys(principal.orgId);
});
