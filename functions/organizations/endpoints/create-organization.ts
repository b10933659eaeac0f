import { lambda } from '#core/request/lambda.ts';
import { mailboxOf } from '#core/request/mailbox-of.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { newId } from '#core/runtime/ids.ts';
import { auditEntry } from '#core/storage/audit.ts';
import { newBilling } from '#functions/billing/index.ts';
import { prepareApiKey, servedCatalogs } from '#functions/indexes/index.ts';
import { putNewOrganization, trialOf, user } from '#functions/people/index.ts';
import { organizations } from '#shared/contract/organizations.ts';
import { organizationNameProblem } from '#shared/validation.ts';
import { noteRole } from '../note-role.ts';
import { toOrganization } from '../to-organization.ts';

export const handler = lambda(
  organizations,
  'create-organization',
  user,
  async ({ body, principal, now, fail }) => {
    if (organizationNameProblem(body.name)) throw fail('OrganizationNameTooShort');
    const { email, org_id } = principal.user;
    // Who has one is refused below, and repeats an order whose answer was lost.
    if (!org_id) await requireAttempt('organization', mailboxOf(email), now);
    const { trial, remember } = await trialOf(email, now);
    const organization = {
      item_id: newId('org'),
      name: body.name,
      created_at: now.toISOString(),
      subscription: trial,
    };
    const actor = { orgId: organization.item_id, user: principal.user };
    const object = { id: organization.item_id, name: organization.name };
    const created = auditEntry(actor, { action: 'organization.created', object }, now);
    const catalogs = await servedCatalogs();
    const keys = await Promise.all(
      catalogs.map((indexId) => prepareApiKey(actor, { orgId: actor.orgId, indexId }, now)),
    );
    const { writing: billing } = newBilling(organization.item_id);
    const writes = [...keys.flatMap((key) => key.writes), billing, remember, created];
    if (!(await putNewOrganization(organization, principal.user, writes))) {
      throw fail('OrganizationExists');
    }
    await noteRole({ ...principal.user, role: 'admin' });
    const apiKeys = Object.fromEntries(
      catalogs.map((indexId, position) => [indexId, [keys[position]!.apiKey]]),
    );
    return toOrganization(organization, apiKeys);
  },
);
