import type { OrganizationRecord } from '#functions/people/index.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { subscriptionOf } from '#shared/subscription.ts';
import type { BillingRecord } from './billing.ts';
import type { Synced } from './sync-billing.ts';

/** Bank accounts that wait for verification, in the form of the specification. */
export const toStripeInfo = (record: BillingRecord | undefined) => {
  const bank = record?.bank_verification;
  return { sources: { data: bank ? [{ status: 'new', last4: bank.last4 }] : [] } };
};

/**
 * The billing of an organization for its admins: the state just fetched, else the stored one. It contains
 * no ids of payment methods.
 */
export function toBillingState(
  organization: OrganizationRecord,
  synced: Synced | undefined,
  now: Date,
): BillingState {
  const { record, state } = synced ?? {};
  const { payment_method: method, bank_verification: bank, stripe_customer_id } = record ?? {};
  const payment = state?.open_payment;
  return {
    // The organization may have been read before the write.
    ...subscriptionOf(
      state?.subscription ? { ...organization, subscription: state.subscription } : organization,
      now.getTime(),
    ),
    stripe_customer_id,
    payment_method: method && {
      type: method.type,
      label: method.label,
      last4: method.last4,
      exp_month: method.exp_month,
      exp_year: method.exp_year,
    },
    stripe_info: toStripeInfo(record),
    bank_verification: bank && { last4: bank.last4, kind: bank.kind, arrives_at: bank.arrives_at },
    payment_action:
      payment?.status === 'action' ? { client_secret: payment.clientSecret } : undefined,
    payment_error: payment?.message,
  };
}
