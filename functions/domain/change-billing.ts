import type { MemberPrincipal } from '#functions/request/principal.ts';
import { getOrganization, type OrganizationRecord } from '#functions/store/accounts.ts';
import { recordEvent } from '#functions/store/audit.ts';
import { type BillingRecord, openBilling } from '#functions/store/billing.ts';
import { withBillingLock } from '#functions/store/billing-lock.ts';
import { type CustomerState, fetchCustomerState } from '#functions/store/stripe-customers.ts';
import type { AuditAction } from '#shared/audit-actions.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { ProductError } from '#shared/errors.ts';
import { customerOf } from './open-customer.ts';
import { syncBilling } from './sync-billing.ts';
import { toBillingState } from './to-billing-state.ts';

/** The state that a change of an organisation's billing works on. */
export interface BillingChange {
  organization: OrganizationRecord;
  record: BillingRecord;
  customerId: string;
  /** The provider's current state. */
  state: CustomerState;
}

type BillingAction = Extract<AuditAction, `subscription.${string}` | `payment-method.${string}`>;

const needsSubscription = new Set<BillingAction>([
  'subscription.cancelled',
  'subscription.kept',
  'subscription.coupon-applied',
]);

/**
 * Changes something at the payment provider for an organisation. Only one change runs at a time. It is
 * first recorded in the audit trail, and at the end the provider's state is fetched, even after a refusal.
 */
export async function changeBilling(
  principal: MemberPrincipal,
  action: BillingAction,
  now: Date,
  change: (billing: BillingChange) => Promise<void>,
): Promise<BillingState> {
  const { orgId } = principal;
  // Without a purchase there is nothing to change, so the provider is not called.
  const { subscription } = await existing(orgId);
  if (needsSubscription.has(action) && !subscription?.id) throw new ProductError('NoSubscription');
  await openBilling(orgId);
  return withBillingLock(orgId, async (record) => {
    const organization = await existing(orgId);
    const customerId = await customerOf(organization, record, principal.user.email);
    const state = await fetchCustomerState(customerId);
    await recordEvent(principal, { action, object: { id: orgId, name: organization.name } }, now);
    try {
      await change({ organization, record, customerId, state });
    } catch (error) {
      // A declined payment may have changed the state too. If fetching it fails, the declined payment is
      // still the error to throw.
      await syncBilling(orgId, now).catch(() => undefined);
      throw error;
    }
    const synced = await syncBilling(orgId, now);
    return toBillingState(organization, synced, now);
  });
}

/** The customer of the caller's organisation, created if it does not exist. */
export async function openCustomer({ orgId, user }: MemberPrincipal): Promise<string> {
  const { stripe_customer_id } = await openBilling(orgId);
  if (stripe_customer_id) return stripe_customer_id;
  return withBillingLock(orgId, async (record) =>
    customerOf(await existing(orgId), record, user.email),
  );
}

async function existing(orgId: string): Promise<OrganizationRecord> {
  const organization = await getOrganization(orgId);
  if (!organization) throw new ProductError('NoSubscription');
  return organization;
}
