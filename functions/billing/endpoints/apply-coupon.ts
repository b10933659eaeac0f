import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { isEnded } from '#shared/subscription.ts';
import { requireBillingAdmin, requireOwnProviderId } from '../billing-caller.ts';
import { beginChange } from '../billing-change.ts';
import { applyCoupon, isRedeeming } from '../stripe-subscriptions.ts';

export const handler = lambda(
  billing,
  'apply-coupon',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, {});
    await requireAttempt('coupon', admin.orgId, now);
    await using change = await beginChange(admin, 'subscription.coupon-applied', now);
    const { subscription } = change.state;
    requireOwnProviderId(body.stripe_subscription_id, subscription?.id);
    if (!subscription || isEnded(subscription)) throw fail('NoSubscription');
    const { couponCode } = body;
    // A repeated call, whose first answer was lost.
    if (!(await isRedeeming(couponCode, change.state.discount_code))) {
      await applyCoupon(subscription.id, { couponCode, redeemed: await change.redeemed() });
    }
    return await change.finish();
  },
);
