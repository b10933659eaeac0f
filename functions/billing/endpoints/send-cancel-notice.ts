import { lambda } from '#core/request/lambda.ts';
import { getOrganization, requireSelf, user } from '#functions/people/index.ts';
import { billing } from '#shared/contract/billing.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { requireBillingAdmin } from '../billing-caller.ts';
import { mailCancellation } from '../cancel-mails.ts';

export const handler = lambda(
  billing,
  'send-cancel-notice',
  user,
  async ({ body, principal, now, fail }) => {
    if (body.email !== undefined) requireSelf(principal, { email: body.email });
    const admin = requireBillingAdmin(principal, body);
    const organization = await getOrganization(admin.orgId);
    const subscription = organization && subscriptionOf(organization, now.getTime());
    // No mail is sent unless the subscription was cancelled.
    if (!subscription?.cancel_at_period_end) throw fail('NoSubscription');
    await mailCancellation(admin, subscription);
    return {};
  },
);
