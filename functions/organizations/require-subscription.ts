import type { MemberPrincipal } from '#functions/runtime/principal.ts';
import { getOrganization, type OrganizationRecord } from '#functions/store/accounts.ts';
import { ProductError } from '#shared/errors.ts';
import { judgeSubscription, newTrial } from '#shared/subscription.ts';

/** The subscription of an organisation as it stands at a moment. */
export const subscriptionOf = ({ subscription, created_at }: OrganizationRecord, nowMs: number) =>
  judgeSubscription(subscription ?? newTrial(Date.parse(created_at)), nowMs);

/** What costs needs a subscription or a running trial. Throws `SubscriptionExpired`. */
export async function requireSubscription({ orgId }: MemberPrincipal, now: Date): Promise<void> {
  const organization = await getOrganization(orgId);
  if (!organization) throw new ProductError('NotFound');
  if (subscriptionOf(organization, now.getTime())._isExpired) {
    throw new ProductError('SubscriptionExpired');
  }
}
