import { noteRole } from '#functions/domain/note-role.ts';
import { toOrganization } from '#functions/domain/to-organization.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { newId } from '#functions/runtime/ids.ts';
import { putNewOrganization } from '#functions/store/accounts.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { newBilling } from '#functions/store/billing.ts';
import { prepareApiKey } from '#functions/store/index-keys.ts';
import { servedCatalogs } from '#functions/store/indexes.ts';
import { organizations } from '#shared/contract/organizations.ts';
import { newTrial } from '#shared/subscription.ts';
import { organizationNameProblem } from '#shared/validation.ts';

export const handler = lambda(
  organizations,
  'create-organization',
  user,
  async ({ body, principal, now, fail }) => {
    if (organizationNameProblem(body.name)) throw fail('OrganizationNameTooShort');
    const organization = {
      item_id: newId('org'),
      name: body.name,
      created_at: now.toISOString(),
      subscription: newTrial(now.getTime()),
    };
    const actor = { orgId: organization.item_id, user: principal.user };
    const object = { id: organization.item_id, name: organization.name };
    const created = auditEntry(actor, { action: 'organization.created', object }, now);
    const catalogs = await servedCatalogs();
    const keys = await Promise.all(
      catalogs.map((indexId) => prepareApiKey(actor, { orgId: actor.orgId, indexId }, now)),
    );
    const { writing: billing } = newBilling(organization.item_id);
    const writes = [...keys.flatMap((key) => key.writes), billing, created];
    await putNewOrganization(organization, principal.user, writes);
    await noteRole({ ...principal.user, role: 'admin' });
    const apiKeys = Object.fromEntries(
      catalogs.map((indexId, position) => [indexId, [keys[position]!.apiKey]]),
    );
    return toOrganization(organization, apiKeys);
  },
);
