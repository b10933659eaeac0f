import type Stripe from 'stripe';
import type { Subscription } from '#shared/subscription.ts';
import type { BankVerification, PaymentMethod } from '#tables/accounts.ts';
import { ask, isMissing } from './stripe-client.ts';
import { toBankVerification, toPaymentMethod } from './stripe-payment-methods.ts';

/** What the provider knows of a customer, in the words of the product. */
export interface CustomerState {
  /** The live subscription, else the one that ended last. */
  subscription?: Subscription & { id: string };
  /** Further subscriptions that are live, which must not be. */
  surplus: string[];
  payment_method?: PaymentMethod;
  /** A bank account whose micro-deposits the customer has not told yet. */
  bank_verification?: BankVerification;
}

/** Statuses in which a customer pays, or will when a payment goes through. */
const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'];

/** Creates the customer of an organisation; the same `key` gives the same customer. */
export async function createCustomer(
  orgId: string,
  { name, email }: { name: string; email: string },
  key: string,
): Promise<string> {
  const { id } = await ask((client) =>
    client.customers.create(
      { name, email, metadata: { org_id: orgId } },
      { idempotencyKey: `customer-${key}` },
    ),
  );
  return id;
}

/** Deletes a customer with everything that the provider may delete. A customer who is gone is no failure. */
export async function deleteCustomer(customerId: string): Promise<void> {
  await ask(async (client) => {
    const customer = await client.customers.retrieve(customerId);
    if (!customer.deleted) await client.customers.del(customerId);
  });
}

/** The organisation that a customer was created for; undefined for customers who are not ours. */
export async function findOrganizationOf(customerId: string): Promise<string | undefined> {
  return ask(async (client) => {
    try {
      const customer = await client.customers.retrieve(customerId);
      return customer.deleted ? undefined : customer.metadata.org_id;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  });
}

/** Fetches everything that the product keeps of a customer. */
export async function fetchCustomerState(customerId: string): Promise<CustomerState> {
  return ask(async (client) => {
    const customer = await client.customers.retrieve(customerId, {
      expand: ['invoice_settings.default_payment_method'],
    });
    if (customer.deleted) return { surplus: [] };
    const [subscriptions, setupIntents] = await Promise.all([
      client.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.discounts.source.coupon'],
      }),
      client.setupIntents.list({
        customer: customerId,
        limit: 10,
        expand: ['data.payment_method'],
      }),
    ]);
    const newestFirst = subscriptions.data.toSorted((a, b) => b.created - a.created);
    const live = newestFirst.filter(({ status }) => liveStatuses.includes(status));
    const kept = live.at(-1) ?? newestFirst[0];
    const method = customer.invoice_settings.default_payment_method;
    const state: CustomerState = {
      surplus: live.filter((one) => one !== kept).map(({ id }) => id),
    };
    if (kept) state.subscription = toSubscription(kept);
    if (method && typeof method !== 'string') state.payment_method = toPaymentMethod(method);
    const verification = setupIntents.data.map(toBankVerification).find(Boolean);
    if (verification) state.bank_verification = verification;
    return state;
  });
}

/** A subscription with the field names of the specification, from where the provider has them today. */
function toSubscription(subscription: Stripe.Subscription): Subscription & { id: string } {
  const { id, status, trial_end, pause_collection, cancel_at_period_end } = subscription;
  const [item] = subscription.items.data;
  if (!item) throw new Error(`subscription ${id} has no item`);
  const [discount] = subscription.discounts;
  const coupon = typeof discount === 'object' ? discount.source.coupon : null;
  return {
    id,
    status,
    ...(trial_end !== null && { trial_end }),
    current_period_start: item.current_period_start,
    current_period_end: item.current_period_end,
    pause_collection: pause_collection && { behavior: pause_collection.behavior },
    plan: {
      amount: item.price.unit_amount ?? 0,
      interval: item.price.recurring?.interval === 'year' ? 'year' : 'month',
    },
    cancel_at_period_end,
    discount:
      coupon && typeof coupon === 'object' ? { coupon: { percent_off: coupon.percent_off } } : null,
  };
}
