import { requireBillingAdmin, requireOwnProviderId } from '#functions/domain/billing-caller.ts';
import { refreshBilling } from '#functions/domain/sync-billing.ts';
import { toBillingState } from '#functions/domain/to-billing-state.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { billing } from '#shared/contract/billing.ts';

export const handler = lambda(
  billing,
  'get-subscription',
  user,
  async ({ query, principal, now, fail }) => {
    const { orgId } = requireBillingAdmin(principal, query);
    const synced = await refreshBilling(orgId, now);
    const organization = await getOrganization(orgId);
    if (!organization) throw fail('NoSubscription');
    requireOwnProviderId(query.stripe_subscription_id, organization.subscription?.id);
    return toBillingState(organization, synced, now);
  },
);
