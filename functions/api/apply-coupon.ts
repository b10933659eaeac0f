import { requireBillingAdmin, requireOwnProviderId } from '#functions/domain/billing-caller.ts';
import { changeBilling } from '#functions/domain/change-billing.ts';
import { requireAttempt } from '#functions/domain/require-attempt.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { applyCoupon } from '#functions/store/stripe-subscriptions.ts';
import { billing } from '#shared/contract/billing.ts';
import { isEnded } from '#shared/subscription.ts';

export const handler = lambda(
  billing,
  'apply-coupon',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, {});
    await requireAttempt('coupon', admin.orgId, now);
    return changeBilling(admin, 'subscription.coupon-applied', now, async ({ state }) => {
      const { subscription } = state;
      requireOwnProviderId(body.stripe_subscription_id, subscription?.id);
      if (!subscription || isEnded(subscription)) throw fail('NoSubscription');
      await applyCoupon(subscription.id, body.couponCode);
    });
  },
);
