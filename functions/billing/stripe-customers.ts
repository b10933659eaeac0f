import type Stripe from 'stripe';
import type { Subscription } from '#shared/subscription.ts';
import type { BankVerification, CustomerRequest, PaymentMethod } from '#tables/accounts.ts';
import { ask, isMissing } from './stripe-client.ts';
import { fetchOpenPayment, type OpenPayment } from './stripe-invoices.ts';
import { toBankVerification, toPaymentMethod, verifiedBankOf } from './stripe-payment-methods.ts';

/** What the provider knows of a customer, in the words of the product. */
export interface CustomerState {
  /** The live subscription, else the one that ended last. */
  subscription?: Subscription & { id: string };
  /** Further subscriptions that are live, which must not be. */
  surplus: string[];
  payment_method?: PaymentMethod;
  /** A bank account whose micro-deposits the customer has not told yet. */
  bank_verification?: BankVerification;
  /** Id of a bank account that is verified but not charged: what should have come next was cut short. */
  verified_bank?: string;
  /** What was ordered last with the subscription, and with which key. */
  order?: string;
  order_key?: string;
  /** Ids of the promotion codes that the customer has redeemed, with any subscription. */
  redeemed?: string[];
  /** The one whose discount the subscription has. */
  discount_code?: string;
  /** The payment that the subscription waits for. */
  open_payment?: OpenPayment;
  /** The customer was deleted at the provider. */
  deleted?: true;
}

/** Beginning of the metadata of a subscription that tell a redeemed promotion code. */
export const redemptionKey = 'redeemed_';

/** Statuses in which a customer pays, or will when a payment goes through. */
const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete'];

/** Statuses in which there may be an invoice that is not paid. */
const waitingStatuses = ['incomplete', 'past_due', 'unpaid'];

/** Creates the customer of an organization; the same `key` and request give the same customer, for a day. */
export async function createCustomer(
  orgId: string,
  { name, email }: CustomerRequest,
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

/** Ids of the customers that were created for an organization with this address, oldest first. */
export async function findCustomers(orgId: string, email: string): Promise<string[]> {
  const { data } = await ask((client) => client.customers.list({ email, limit: 100 }));
  const own = data.filter(({ metadata }) => metadata.org_id === orgId);
  return own.map(({ id }) => id).toReversed();
}

/** Deletes a customer with everything that the provider may delete. A customer who is gone already counts as deleted. */
export async function deleteCustomer(customerId: string): Promise<void> {
  await ask(async (client) => {
    const customer = await client.customers.retrieve(customerId);
    if (!customer.deleted) await client.customers.del(customerId);
  });
}

/** Gives a customer another address, or none, where it is still the former one. */
export async function replaceCustomerEmail(
  customerId: string,
  former: string,
  email = '',
): Promise<void> {
  await ask(async (client) => {
    const customer = await client.customers.retrieve(customerId);
    if (customer.deleted || customer.email !== former) return;
    await client.customers.update(customerId, { email });
  });
}

/** Gives a customer the name that the next invoices show. */
export async function setCustomerName(customerId: string, name: string): Promise<void> {
  await ask(async (client) => {
    const customer = await client.customers.retrieve(customerId);
    if (!customer.deleted) await client.customers.update(customerId, { name });
  });
}

/** The organization that a customer was created for; undefined for customers who are not ours. */
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
    const customer = await client.customers.retrieve(customerId);
    if (customer.deleted) return { surplus: [], deleted: true };
    const { default_payment_method: charged } = customer.invoice_settings;
    const [subscriptions, setupIntents, method] = await Promise.all([
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
      typeof charged === 'string' ? client.paymentMethods.retrieve(charged) : undefined,
    ]);
    const newestFirst = subscriptions.data.toSorted((a, b) => b.created - a.created);
    const live = newestFirst.filter(({ status }) => liveStatuses.includes(status));
    const kept = live.at(-1) ?? newestFirst[0];
    const state: CustomerState = {
      surplus: live.filter((one) => one !== kept).map(({ id }) => id),
      redeemed: newestFirst.flatMap(redeemedWith),
    };
    if (method) state.payment_method = toPaymentMethod(method);
    const verification = setupIntents.data.map(toBankVerification).find(Boolean);
    if (verification) state.bank_verification = verification;
    const banks = setupIntents.data.map((intent) => verifiedBankOf(intent, customerId));
    const unused = banks.find((id) => id !== undefined && id !== state.payment_method?.id);
    if (unused) state.verified_bank = unused;
    if (!kept) return state;
    state.subscription = toSubscription(kept);
    const { order, order_key } = kept.metadata;
    if (order) state.order = order;
    if (order_key) state.order_key = order_key;
    const [discount] = kept.discounts;
    const code = typeof discount === 'object' ? discount.promotion_code : null;
    if (code) state.discount_code = typeof code === 'string' ? code : code.id;
    if (waitingStatuses.includes(kept.status)) {
      state.open_payment = await fetchOpenPayment(client, kept);
    }
    return state;
  });
}

const redeemedWith = ({ metadata }: Stripe.Subscription): string[] =>
  Object.keys(metadata)
    .filter((name) => name.startsWith(redemptionKey))
    .map((name) => name.slice(redemptionKey.length));

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
