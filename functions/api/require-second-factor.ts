import { admin } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireOwnOrganization, requireSelf } from '#functions/request/principal.ts';
import { getOrganization, setOrganizationSwitch } from '#functions/store/accounts.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { isTwoStep } from '#functions/store/sessions.ts';
import { organizations } from '#shared/contract/organizations.ts';

export const handler = lambda(
  organizations,
  'require-second-factor',
  admin,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { authUserId: body.auth_user_id });
    const { required } = body;
    // Otherwise admins could lock themselves out, and an organisation its only admin.
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
    await setOrganizationSwitch(orgId, 'second_factor_required', required, entry);
    return { required };
  },
);
