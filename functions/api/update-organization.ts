import { admin } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/request/principal.ts';
import { getOrganization, renameOrganization } from '#functions/store/accounts.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { organizations } from '#shared/contract/organizations.ts';
import { organizationNameProblem } from '#shared/validation.ts';

export const handler = lambda(
  organizations,
  'update-organization',
  admin,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { authUserId: body.auth_user_id });
    if (organizationNameProblem(body.org_name)) throw fail('OrganizationNameTooShort');
    const { orgId } = principal;
    const organization = await getOrganization(orgId);
    if (!organization) throw fail('NotFound');
    const event = {
      action: 'organization.renamed',
      object: { id: orgId, name: body.org_name },
      details: { from: organization.name },
    } as const;
    await renameOrganization(orgId, body.org_name, auditEntry(principal, event, now));
    return { ...organization, name: body.org_name };
  },
);
