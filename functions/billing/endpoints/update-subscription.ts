import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { getOrganization, user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { requireBillingAdmin, requireOwnProviderId } from '../billing-caller.ts';
import { beginChange } from '../billing-change.ts';
import { buyPlan } from '../buy-plan.ts';
import { markTrial } from '../mark-trial.ts';
import { keepSubscription } from '../stripe-subscriptions.ts';

export const handler = lambda(
  billing,
  'update-subscription',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, body);
    const organization = await getOrganization(admin.orgId);
    if (!organization) throw fail('NoSubscription');
    requireOwnProviderId(body.stripe_subscription_id, organization.subscription?.id);
    if ('subscription_plan' in body) {
      return buyPlan(admin, { plan: body.subscription_plan, couponCode: body.couponCode }, now);
    }
    await requireAttempt('billing_read', principal.user.item_id, now);
    const trial = await markTrial(admin, organization, 'subscription.kept', now);
    if (trial) return trial;
    await using change = await beginChange(admin, 'subscription.kept', now);
    const { subscription } = change.state;
    if (!subscription) throw fail('NoSubscription');
    await keepSubscription(subscription.id);
    return await change.finish();
  },
);
