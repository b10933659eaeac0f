import { lambda } from '#core/request/lambda.ts';
import { getBilling, toStripeInfo } from '#functions/billing/index.ts';
import {
  getOrganization,
  noteDevice,
  noteJoined,
  userOfAnySession,
} from '#functions/people/index.ts';
import { users } from '#shared/contract/users.ts';
import { subscriptionOf } from '#shared/subscription.ts';

export const handler = lambda(
  users,
  'get-user',
  userOfAnySession,
  async ({ query, principal, now, fail }) => {
    const { user_id = principal.authUserId } = query;
    if (user_id !== principal.authUserId) throw fail('UserNotFound');
    // The first call of everybody who signs in. Whether a page says so later does not matter.
    if (principal.emailVerified) await noteJoined(principal.user, now);
    await noteDevice(principal, query.device);
    if (principal.lacksSecondFactor) return { ...principal.user, lacks_second_factor: true };
    const { org_id, role } = principal.user;
    if (org_id === undefined) return principal.user;
    const mayBill = role !== 'member';
    const [organization, billing] = await Promise.all([
      getOrganization(org_id),
      mayBill ? getBilling(org_id) : undefined,
    ]);
    if (!organization) return principal.user;
    const subscription = subscriptionOf(organization, now.getTime());
    const { payment_method, stripe_customer_id } = billing ?? {};
    return {
      ...principal.user,
      subscription,
      stripe_subscription_id: mayBill ? subscription.id : undefined,
      last4: payment_method?.last4,
      stripe_info: mayBill ? toStripeInfo(billing) : undefined,
      organization: {
        item_id: org_id,
        collection_id: org_id,
        name: organization.name,
        confidential_queries: organization.confidential_queries === true,
        second_factor_required: organization.second_factor_required === true,
        stripe_customer_id,
        last4: payment_method?.last4,
        payment_method: payment_method?.label,
      },
    };
  },
);
