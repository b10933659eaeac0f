import { lambda } from '#core/request/lambda.ts';
import { auditEntry } from '#core/storage/audit.ts';
import {
  admin,
  getOrganization,
  requireOwnOrganization,
  requireSelf,
  setOrganizationSwitch,
} from '#functions/people/index.ts';
import { usage } from '#shared/contract/usage.ts';

export const handler = lambda(
  usage,
  'update-query-texts',
  admin,
  async ({ body, principal, now, fail }) => {
    requireOwnOrganization(principal, body.org_id);
    requireSelf(principal, { authUserId: body.auth_user_id });
    const { confidential } = body;
    const { orgId } = principal;
    const organization = await getOrganization(orgId);
    if (!organization) throw fail('NotFound');
    const event = {
      action: 'organization.query-texts-changed',
      object: { id: orgId, name: organization.name },
      details: { texts: confidential ? 'not kept, earlier ones hidden' : 'kept' },
    } as const;
    const entry = auditEntry(principal, event, now);
    const isSet = await setOrganizationSwitch(orgId, 'confidential_queries', confidential, entry);
    if (!isSet) throw fail('NotFound');
    return { confidential, earlier_texts: confidential ? ('hidden' as const) : ('shown' as const) };
  },
);
