import { admin } from '#functions/runtime/callers.ts';
import { lambda } from '#functions/runtime/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/runtime/principal.ts';
import { renameOrganization } from '#functions/store/accounts.ts';
import { ProductError } from '#shared/errors.ts';
import { organizationNameProblem } from '#shared/validation.ts';

export const handler = lambda('update-organization', admin, async ({ body, principal }) => {
  requireOwnOrganization(principal, body.org_id);
  requireSelf(principal, { authUserId: body.auth_user_id });
  if (organizationNameProblem(body.org_name)) throw new ProductError('OrganizationNameTooShort');
  return renameOrganization(principal.orgId, body.org_name);
});
