import { lambda } from '#core/request/lambda.ts';
import { showKeys } from '#functions/indexes/index.ts';
import {
  getOrganization,
  member,
  requireOwnOrganization,
  requireSelf,
} from '#functions/people/index.ts';
import { organizations } from '#shared/contract/organizations.ts';
import { toOrganization } from '../to-organization.ts';

export const handler = lambda(
  organizations,
  'get-organization',
  member,
  async ({ query, principal, now, fail }) => {
    requireOwnOrganization(principal, query.org_id);
    requireSelf(principal, { authUserId: query.auth_user_id });
    const [organization, keys] = await Promise.all([
      getOrganization(principal.orgId),
      showKeys(principal, { masked: query.masked }, now),
    ]);
    if (!organization) throw fail('NotFound');
    return toOrganization(organization, keys);
  },
);
