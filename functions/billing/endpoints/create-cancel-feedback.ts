import { lambda } from '#core/request/lambda.ts';
import { getOrganization, requireSelf, user } from '#functions/people/index.ts';
import { cancelProblem } from '#shared/cancel-reasons.ts';
import { billing } from '#shared/contract/billing.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { requireBillingAdmin } from '../billing-caller.ts';
import { mailCancelFeedback } from '../cancel-mails.ts';

export const handler = lambda(
  billing,
  'create-cancel-feedback',
  user,
  async ({ body, principal, now, fail }) => {
    requireSelf(principal, { email: body.email });
    const admin = requireBillingAdmin(principal, {});
    const problem = cancelProblem(body.option, body.reason);
    if (problem) throw fail('InvalidRequest', problem);
    const organization = await getOrganization(admin.orgId);
    if (!organization) throw fail('NoSubscription');
    const subscription = subscriptionOf(organization, now.getTime());
    await mailCancelFeedback(admin, organization.name, body, subscription);
    return {};
  },
);
