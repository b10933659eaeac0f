import type { OrganizationRecord } from '#functions/store/accounts.ts';
import type { BillingRecord } from '#functions/store/billing.ts';
import type { PaymentOutcome } from '#functions/store/stripe-invoices.ts';
import type { BillingState } from '#shared/contract/billing.ts';
import { subscriptionOf } from '#shared/subscription.ts';

/** The billing of an organisation as its admins see it. Ids of payment methods stay here. */
export function toBillingState(
  organization: OrganizationRecord,
  record: BillingRecord | undefined,
  now: Date,
  { client_secret }: PaymentOutcome = {},
): BillingState {
  const { payment_method: method, bank_verification: bank, stripe_customer_id } = record ?? {};
  const sources = bank ? [{ status: 'new', last4: bank.last4 }] : [];
  return {
    ...subscriptionOf(organization, now.getTime()),
    stripe_customer_id,
    payment_method: method && {
      type: method.type,
      label: method.label,
      last4: method.last4,
      exp_month: method.exp_month,
      exp_year: method.exp_year,
    },
    stripe_info: { sources: { data: sources } },
    bank_verification: bank && { last4: bank.last4, kind: bank.kind, arrives_at: bank.arrives_at },
    payment_action: client_secret === undefined ? undefined : { client_secret },
  };
}
