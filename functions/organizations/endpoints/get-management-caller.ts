import { lambda } from '#core/request/lambda.ts';
import { managingMember } from '#functions/people/index.ts';
import { managementKeys } from '#shared/contract/management-keys.ts';

export const handler = lambda(
  managementKeys,
  'get-management-caller',
  managingMember,
  async ({ principal: { orgId, authUserId, email, scopes } }) => ({
    org_id: orgId,
    auth_user_id: authUserId,
    email,
    scopes: scopes && [...scopes],
  }),
);
