import { lambda } from '#core/request/lambda.ts';
import { requireAttempt } from '#core/request/require-attempt.ts';
import { getOrganization, user } from '#functions/people/index.ts';
import { cancelProblem, cancelReasons } from '#shared/cancel-reasons.ts';
import { billing } from '#shared/contract/billing.ts';
import { isEnded } from '#shared/subscription.ts';
import { requireBillingAdmin, requireOwnProviderId } from '../billing-caller.ts';
import { beginChange } from '../billing-change.ts';
import { mailCancelFeedback, mailCancellation } from '../cancel-mails.ts';
import { markTrial } from '../mark-trial.ts';
import { cancelAtPeriodEnd } from '../stripe-subscriptions.ts';

export const handler = lambda(
  billing,
  'cancel-subscription',
  user,
  async ({ body, principal, now, fail }) => {
    const admin = requireBillingAdmin(principal, body);
    await requireAttempt('billing_read', principal.user.item_id, now);
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
    const cancel = async () => {
      await using change = await beginChange(admin, action, now);
      const { subscription } = change.state;
      requireOwnProviderId(body.stripe_subscription_id, subscription?.id);
      if (!subscription || isEnded(subscription)) throw fail('NoSubscription');
      const comment = option === 'Other' ? reason : '';
      const feedback = option && cancelReasons[option];
      await cancelAtPeriodEnd(subscription.id, { feedback, comment });
      return await change.finish();
    };
    const billing = trial ?? (await cancel());
    await mailCancellation(admin, billing);
    if (option) await mailCancelFeedback(admin, organization.name, { option, reason }, billing);
    return billing;
  },
);
