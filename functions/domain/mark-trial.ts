import type { MemberPrincipal } from '#functions/request/principal.ts';
import { type OrganizationRecord, putTrial } from '#functions/store/accounts.ts';
import { auditEntry } from '#functions/store/audit.ts';
import { getBilling } from '#functions/store/billing.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { toBillingState } from './to-billing-state.ts';

/**
 * Cancels a trial in which nothing was bought, or takes that back. The payment provider does not know the trial, and it
 * ends by itself: only its record says that nobody wants it to go on.
 * @returns undefined if there is no such trial
 */
export async function markTrial(
  principal: MemberPrincipal,
  organization: OrganizationRecord,
  action: 'subscription.cancelled' | 'subscription.kept',
  now: Date,
): Promise<BillingState | undefined> {
  const { orgId } = principal;
  const { _isExpired, _daysInPeriod, ...trial } = subscriptionOf(organization, now.getTime());
  if (trial.id !== undefined || trial.status !== 'trialing' || _isExpired) return undefined;
  const subscription = { ...trial, cancel_at_period_end: action === 'subscription.cancelled' };
  const event = { action, object: { id: orgId, name: organization.name } };
  await putTrial(orgId, subscription, auditEntry(principal, event, now));
  const record = await getBilling(orgId);
  return toBillingState({ ...organization, subscription }, record && { record }, now);
}
