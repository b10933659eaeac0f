import { requireBillingAdmin } from '#functions/domain/billing-caller.ts';
import { buyPlan } from '#functions/domain/buy-plan.ts';
import { changeBilling } from '#functions/domain/change-billing.ts';
import { markTrial } from '#functions/domain/mark-trial.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { keepSubscription } from '#functions/store/stripe-subscriptions.ts';
import { billing } from '#shared/contract/billing.ts';

export const handler = lambda(
  billing,
  'update-subscription',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, body);
    if ('subscription_plan' in body) {
      return buyPlan(admin, { plan: body.subscription_plan, couponCode: body.couponCode }, now);
    }
    const organization = await getOrganization(admin.orgId);
    if (!organization) throw fail('NoSubscription');
    return (
      (await markTrial(admin, organization, 'subscription.kept', now)) ??
      changeBilling(admin, 'subscription.kept', now, async ({ state: { subscription } }) => {
        if (!subscription) throw fail('NoSubscription');
        await keepSubscription(subscription.id);
      })
    );
  },
);
