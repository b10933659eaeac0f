import { getOrganization, type MemberPrincipal } from '#functions/people/index.ts';
import { ProductError } from '#shared/errors.ts';
import { subscriptionOf } from '#shared/subscription.ts';

/** Checks for a subscription or a running trial, which paid features need. Throws `SubscriptionExpired`. */
export async function requireSubscription({ orgId }: MemberPrincipal, now: Date): Promise<void> {
  const organization = await getOrganization(orgId);
  if (!organization) throw new ProductError('NotFound');
  if (subscriptionOf(organization, now.getTime())._isExpired) {
    throw new ProductError('SubscriptionExpired');
  }
}
