import { toOrganization } from '#functions/domain/to-organization.ts';
import { member } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/request/principal.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { listApiKeys } from '#functions/store/index-keys.ts';
import { organizations } from '#shared/contract/organizations.ts';

export const handler = lambda(
  organizations,
  'get-organization',
  member,
  async ({ query, principal, fail }) => {
    requireOwnOrganization(principal, query.org_id);
    requireSelf(principal, { authUserId: query.auth_user_id });
    const [organization, keys] = await Promise.all([
      getOrganization(principal.orgId),
      listApiKeys(principal.orgId),
    ]);
    if (!organization) throw fail('NotFound');
    return toOrganization(organization, keys);
  },
);
