import type { ClaimedOrgId } from '#core/request/claimed-org-id.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { enqueueCustomerChange } from '#functions/billing/index.ts';
import {
  getOrganization,
  type MemberPrincipal,
  type OrganizationRecord,
  renameOrganization,
  requireOwnOrganization,
  requireSelf,
} from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { organizationNameProblem } from '#shared/validation.ts';

interface NewName {
  auth_user_id: string;
  org_id?: ClaimedOrgId | undefined;
  org_name: string;
}

/** Gives an admin's organization another name. Throws `OrganizationNameTooShort`, or `NotFound` for another organization. */
export async function changeOrganizationName(
  admin: MemberPrincipal,
  { auth_user_id, org_id, org_name }: NewName,
  now: Date,
): Promise<OrganizationRecord> {
  requireOwnOrganization(admin, org_id);
  requireSelf(admin, { authUserId: auth_user_id });
  if (organizationNameProblem(org_name)) throw new ProductError('OrganizationNameTooShort');
  const organization = await getOrganization(admin.orgId);
  if (!organization) throw new ProductError('NotFound');
  const event = {
    action: 'organization.renamed',
    object: { id: admin.orgId, name: org_name },
    details: { from: organization.name },
  } as const;
  const entry = auditEntry(admin, event, now);
  if (!(await renameOrganization(admin.orgId, org_name, entry))) throw new ProductError('NotFound');
  await enqueueCustomerChange({ org_id: admin.orgId, former_name: organization.name });
  return { ...organization, name: org_name };
}
