import { requireBillingAdmin } from '#functions/domain/billing-caller.ts';
import { mailCancelFeedback, mailCancellation } from '#functions/domain/cancel-mails.ts';
import { changeBilling } from '#functions/domain/change-billing.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
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
    const problem = cancelProblem(option, reason);
    if (problem) throw fail('InvalidRequest', problem);
    let organization = '';
    const billing = await changeBilling(admin, 'subscription.cancelled', now, async (change) => {
      const { subscription } = change.state;
      if (!subscription || isEnded(subscription)) throw fail('NoSubscription');
      organization = change.organization.name;
      const comment = option === 'Other' ? reason : '';
      await cancelAtPeriodEnd(subscription.id, { feedback: cancelReasons[option], comment });
    });
    await mailCancellation(admin.user, billing);
    await mailCancelFeedback(admin, organization, { option, reason }, billing);
    return billing;
  },
);
