import { recordEvent } from '#core/storage/audit.ts';
import {
  getOrganization,
  type MemberPrincipal,
  type OrganizationRecord,
} from '#functions/people/index.ts';
import type { AuditAction } from '#shared/audit-actions.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { ProductError } from '#shared/errors.ts';
import { type BillingRecord, getBilling, openBilling } from './billing.ts';
import { takeBillingLock } from './billing-lock.ts';
import { mailActivated } from './billing-mails.ts';
import { customerOf } from './customer-of.ts';
import { codesOfMailbox, noteCodes } from './redeemed-codes.ts';
import { type CustomerState, fetchCustomerState } from './stripe-customers.ts';
import { syncBilling } from './sync-billing.ts';
import { toBillingState } from './to-billing-state.ts';

/** A change of an organization's billing at the payment provider, begun. Only one runs at a time. */
export interface BillingChange extends AsyncDisposable {
  organization: OrganizationRecord;
  record: BillingRecord;
  customerId: string;
  /** The provider's state before the change. */
  state: CustomerState;
  /**
   * Ids of the promotion codes that the organization has redeemed, also with customers who were deleted at the provider, and
   * that the person has redeemed with another organization.
   */
  redeemed(): Promise<string[]>;
  /** Fetches the provider's state after the change, stores it, and returns the billing as admins see it. */
  finish(): Promise<BillingState>;
}

type BillingAction = Extract<AuditAction, `subscription.${string}` | `payment-method.${string}`>;

const needsSubscription = new Set<BillingAction>([
  'subscription.cancelled',
  'subscription.kept',
  'subscription.coupon-applied',
]);

/**
 * Begins a change and records it in the audit trail: `await using change = await beginChange(…)`. Throws `NoSubscription`
 * if the action needs one, and `Busy` if another change takes too long.
 */
export async function beginChange(
  { orgId, user }: MemberPrincipal,
  action: BillingAction,
  now: Date,
): Promise<BillingChange> {
  await openBilling(orgId);
  await using begun = new AsyncDisposableStack();
  begun.use(await takeBillingLock(orgId));
  const record = await getBilling(orgId);
  const organization = await getOrganization(orgId);
  // Without a purchase there is nothing to change, so the provider is not called.
  if (
    !record ||
    !organization ||
    (needsSubscription.has(action) && !organization.subscription?.id)
  ) {
    throw new ProductError('NoSubscription');
  }
  const customerId = await customerOf(organization, record, user.email);
  const state = await fetchCustomerState(customerId);
  const event = { action, object: { id: orgId, name: organization.name } };
  await recordEvent({ orgId, user }, event, now);
  let isFinished = false;
  begun.defer(async () => {
    // A declined payment may have changed the state too. If fetching it fails, the declined payment is still the error
    // to throw.
    if (!isFinished) await syncBilling(orgId, now).catch(() => undefined);
  });
  const lasting = begun.move();
  return {
    organization,
    record,
    customerId,
    state,
    async redeemed() {
      const codes = await codesOfMailbox(user.email, now);
      return [...(record.redeemed ?? []), ...(state.redeemed ?? []), ...codes];
    },
    async finish() {
      const synced = await syncBilling(orgId, now);
      isFinished = true;
      const redeemed = synced?.state.redeemed ?? [];
      const isNew = (code: string) => !record.redeemed?.includes(code);
      await noteCodes(user.email, redeemed.filter(isNew), now);
      if (synced) await mailActivated(orgId, synced, now);
      return toBillingState(organization, synced, now);
    },
    [Symbol.asyncDispose]: () => lasting.disposeAsync(),
  };
}
