import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { getOrganization, user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { requireBillingAdmin, requireOwnProviderId } from '../billing-caller.ts';
import { refreshBilling } from '../sync-billing.ts';
import { toBillingState } from '../to-billing-state.ts';

export const handler = lambda(
  billing,
  'get-subscription',
  user,
  async ({ query, principal, now, fail }) => {
    const { orgId } = requireBillingAdmin(principal, query);
    await requireAttempt('billing_read', principal.user.item_id, now);
    const synced = await refreshBilling(orgId, now);
    const organization = await getOrganization(orgId);
    if (!organization) throw fail('NoSubscription');
    requireOwnProviderId(query.stripe_subscription_id, organization.subscription?.id);
    return toBillingState(organization, synced, now);
  },
);
