import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { getOrganization, user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { isEnded, unboughtTrialEnd } from '#shared/subscription.ts';
import { getBilling } from '../billing.ts';
import { requireBillingAdmin } from '../billing-caller.ts';
import { openCustomer } from '../customer-of.ts';
import { codesOfMailbox } from '../redeemed-codes.ts';
import { previewPurchase } from '../stripe-subscriptions.ts';

export const handler = lambda(
  billing,
  'preview-subscription',
  user,
  async ({ body, principal, now }) => {
    const admin = requireBillingAdmin(principal, {});
    await requireAttempt('billing_read', principal.user.item_id, now);
    if (body.couponCode) await requireAttempt('coupon', admin.orgId, now);
    const customerId = await openCustomer(admin);
    const { subscription } = (await getOrganization(admin.orgId)) ?? {};
    const trialEnd = subscription && unboughtTrialEnd(subscription, now);
    const current =
      subscription?.id === undefined || isEnded(subscription)
        ? undefined
        : { id: subscription.id, inTrial: subscription.status === 'trialing' };
    const redeemed = body.couponCode
      ? [
          ...((await getBilling(admin.orgId))?.redeemed ?? []),
          ...(await codesOfMailbox(principal.user.email, now)),
        ]
      : [];
    return previewPurchase(customerId, current, {
      plan: body.subscription_plan,
      couponCode: body.couponCode,
      redeemed,
      trialEnd,
    });
  },
);
