import { toOrganization } from '#functions/domain/to-organization.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/request/principal.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { listApiKeys } from '#functions/store/index-keys.ts';
import { ProductError } from '#shared/errors.ts';

export const handler = lambda('get-organization', member, async ({ query, principal }) => {
  requireOwnOrganization(principal, query.org_id);
  requireSelf(principal, { authUserId: query.auth_user_id });
  const [organization, keys] = await Promise.all([
    getOrganization(principal.orgId),
    listApiKeys(principal.orgId),
  ]);
  if (!organization) throw new ProductError('NotFound');
  return toOrganization(organization, keys);
});
