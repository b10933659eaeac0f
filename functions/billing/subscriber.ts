import { principalResolver } from '#core/request/caller-resolver.ts';
import {
  getOrganization,
  type MemberPrincipal,
  managingMember,
  member,
} from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { subscriptionOf } from '#shared/subscription.ts';

/** Throws `SubscriptionExpired`. */
async function subscribed<P extends MemberPrincipal>(principal: P): Promise<P> {
  const organization = await getOrganization(principal.orgId);
  if (!organization) throw new ProductError('NoOrganization');
  if (subscriptionOf(organization, Date.now())._isExpired) {
    throw new ProductError('SubscriptionExpired');
  }
  return principal;
}

/** A member of an organization with a subscription or a running trial. Throws `SubscriptionExpired`. */
export const subscriber = /* @__PURE__ */ principalResolver('subscriber', async (event, endpoint) =>
  subscribed((await member(event, endpoint)).principal),
);

/** The same, or a management key of such an organization. */
export const managingSubscriber = /* @__PURE__ */ principalResolver(
  'subscriber',
  async (event, endpoint) => subscribed((await managingMember(event, endpoint)).principal),
);
