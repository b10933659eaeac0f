import type { OrganizationRecord } from '#functions/people/index.ts';
import type { OrganizationRow } from '#shared/contract/admin.ts';
import { displayedStatus, isPaymentPaused, subscriptionOf } from '#shared/subscription.ts';

/** An organization as staff see it in lists. */
export function toOrganizationRow(record: OrganizationRecord, now: Date): OrganizationRow {
  const subscription = subscriptionOf(record, now.getTime());
  return {
    id: record.item_id,
    name: record.name,
    created_at: record.created_at,
    subscription_id: subscription.id,
    status: subscription._isExpired ? 'expired' : displayedStatus(subscription),
    paused_payment: isPaymentPaused(subscription),
  };
}
