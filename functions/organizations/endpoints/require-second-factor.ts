import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import {
  admin,
  getOrganization,
  isTwoStep,
  requireOwnOrganization,
  requireSelf,
  setOrganizationSwitch,
} from '#functions/people/index.ts';
import { organizations } from '#shared/contract/organizations.ts';

export const handler = lambda(
  organizations,
  'require-second-factor',
  admin,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { authUserId: body.auth_user_id });
    const { required } = body;
    // Otherwise admins could lock themselves out, and an organization its only admin.
    if (required && !isTwoStep(principal, principal.sessions)) throw fail('SecondFactorRequired');
    const { orgId } = principal;
    const organization = await getOrganization(orgId);
    if (!organization) throw fail('NotFound');
    const event = {
      action: 'organization.second-factor-changed',
      object: { id: orgId, name: organization.name },
      details: { required: required ? 'yes' : 'no' },
    } as const;
    const entry = auditEntry(principal, event, now);
    const isSet = await setOrganizationSwitch(orgId, 'second_factor_required', required, entry);
    if (!isSet) throw fail('NotFound');
    return { required };
  },
);
