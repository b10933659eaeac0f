import { principalResolver } from '#core/request/caller-resolver.ts';
import { getOrganization, member } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { subscriptionOf } from '#shared/subscription.ts';

/** A member of an organization with a subscription or a running trial. Throws `SubscriptionExpired`. */
export const subscriber = /* @__PURE__ */ principalResolver(
  'subscriber',
  async (event, endpoint) => {
    const { principal } = await member(event, endpoint);
    const organization = await getOrganization(principal.orgId);
    if (!organization) throw new ProductError('NoOrganization');
    if (subscriptionOf(organization, Date.now())._isExpired) {
      throw new ProductError('SubscriptionExpired');
    }
    return principal;
  },
);
