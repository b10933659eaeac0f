import { requireBillingAdmin, requireOwnProviderId } from '#functions/domain/billing-caller.ts';
import { mailCancelFeedback, mailCancellation } from '#functions/domain/cancel-mails.ts';
import { changeBilling } from '#functions/domain/change-billing.ts';
import { markTrial } from '#functions/domain/mark-trial.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { cancelAtPeriodEnd } from '#functions/store/stripe-subscriptions.ts';
import { cancelProblem, cancelReasons } from '#shared/cancel-reasons.ts';
import { billing } from '#shared/contract/billing.ts';
import { isEnded } from '#shared/subscription.ts';

export const handler = lambda(
  billing,
  'cancel-subscription',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, body);
    const { option, reason } = body;
    const problem = option && cancelProblem(option, reason);
    if (problem) throw fail('InvalidRequest', problem);
    const organization = await getOrganization(admin.orgId);
    if (!organization) throw fail('NoSubscription');
    const action = 'subscription.cancelled';
    // Who names a subscription of the payment provider does not mean a trial without one.
    const trial = body.stripe_subscription_id
      ? undefined
      : await markTrial(admin, organization, action, now);
    const billing =
      trial ??
      (await changeBilling(admin, action, now, async ({ state: { subscription } }) => {
        requireOwnProviderId(body.stripe_subscription_id, subscription?.id);
        if (!subscription || isEnded(subscription)) throw fail('NoSubscription');
        const comment = option === 'Other' ? reason : '';
        const feedback = option && cancelReasons[option];
        await cancelAtPeriodEnd(subscription.id, { feedback, comment });
      }));
    await mailCancellation(admin, billing);
    if (option) await mailCancelFeedback(admin, organization.name, { option, reason }, billing);
    return billing;
  },
);
