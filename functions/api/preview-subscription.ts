import { requireBillingAdmin } from '#functions/domain/billing-caller.ts';
import { openCustomer } from '#functions/domain/change-billing.ts';
import { requireAttempt } from '#functions/domain/require-attempt.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { previewPurchase } from '#functions/store/stripe-subscriptions.ts';
import { billing } from '#shared/contract/billing.ts';
import { isEnded, unboughtTrialEnd } from '#shared/subscription.ts';

export const handler = lambda(
  billing,
  'preview-subscription',
  user,
  async ({ body, principal, now }) => {
    const admin = requireBillingAdmin(principal, {});
    if (body.couponCode) await requireAttempt('coupon', admin.orgId, now);
    const customerId = await openCustomer(admin);
    const { subscription } = (await getOrganization(admin.orgId)) ?? {};
    const trialEnd = subscription && unboughtTrialEnd(subscription, now);
    const current =
      subscription?.id === undefined || isEnded(subscription)
        ? undefined
        : { id: subscription.id, inTrial: subscription.status === 'trialing' };
    return previewPurchase(customerId, current, {
      plan: body.subscription_plan,
      couponCode: body.couponCode,
      trialEnd,
    });
  },
);
