import { requireBillingAdmin } from '#functions/domain/billing-caller.ts';
import { mailCancellation } from '#functions/domain/cancel-mails.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { requireSelf } from '#functions/request/principal.ts';
import { getOrganization } from '#functions/store/accounts.ts';
import { billing } from '#shared/contract/billing.ts';
import { subscriptionOf } from '#shared/subscription.ts';

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
