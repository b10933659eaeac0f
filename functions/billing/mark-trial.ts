import { auditEntry } from '#core/storage/audit.ts';
import {
  type MemberPrincipal,
  type OrganizationRecord,
  putTrial,
} from '#functions/people/index.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { ProductError } from '#shared/errors.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import { getBilling } from './billing.ts';
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
  const isMarked = await putTrial(orgId, subscription, auditEntry(principal, event, now));
  if (!isMarked) throw new ProductError('NotFound');
  const record = await getBilling(orgId);
  return toBillingState({ ...organization, subscription }, record && { record }, now);
}
