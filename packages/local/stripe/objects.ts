import type Stripe from 'stripe';
import type { handledEvents } from '#ops/billing/set-up.ts';
import type { Behaviour } from './test-methods.ts';

/*
 * The objects with those of Stripe's fields that the product, the tests or this code read.
 * `tests/infra/demanded-stripe-operations.test.ts` fails on a field that nobody reads.
 */

export type Charge = Pick<Stripe.Charge, 'id' | 'object' | 'amount' | 'status'> & {
  customer: string;
};

export type Coupon = Pick<Stripe.Coupon, 'id' | 'object' | 'percent_off'> & {
  duration: 'once' | 'forever';
};

export type Customer = Pick<
  Stripe.Customer,
  'id' | 'object' | 'balance' | 'email' | 'metadata' | 'name'
> & { invoice_settings: { default_payment_method: string | null } };

export type Discount = Pick<Stripe.Discount, 'id' | 'object'> & {
  promotion_code: string;
  source: { coupon: string };
};

export type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'created' | 'status'> & {
  charge: string;
};

/** The events that the product handles. Stripe has more. */
export type EventType = (typeof handledEvents)[number];

export interface Event extends Pick<Stripe.EventBase, 'id' | 'object'> {
  type: EventType;
  data: { object: object };
}

export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'object'
  | 'amount_due'
  | 'attempt_count'
  | 'auto_advance'
  | 'automatically_finalizes_at'
  | 'billing_reason'
  | 'created'
  | 'invoice_pdf'
  | 'next_payment_attempt'
  | 'starting_balance'
  | 'status'
  | 'total'
> & {
  customer: string;
  lines: { data: InvoiceLine[] };
  parent: { subscription_details: { subscription: string } };
  total_discount_amounts: { amount: number; discount: string }[];
};

export type InvoiceLine = Pick<Stripe.InvoiceLineItem, 'amount' | 'description' | 'period'>;

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'amount' | 'client_secret' | 'status'
> & {
  customer: string;
  last_payment_error: { code: string; message: string } | null;
  latest_charge: string | null;
  payment_method: string | null;
};

export type PaymentMethod = Pick<Stripe.PaymentMethod, 'id' | 'object' | 'created' | 'type'> & {
  card?: Pick<Stripe.PaymentMethod.Card, 'brand' | 'exp_month' | 'exp_year' | 'last4'>;
  us_bank_account?: Pick<Stripe.PaymentMethod.UsBankAccount, 'bank_name' | 'last4'>;
  customer: string | null;
};

export type Price = Pick<Stripe.Price, 'id' | 'object' | 'active' | 'lookup_key'> & {
  product: string;
  recurring: { interval: 'month' | 'year' };
  unit_amount: number;
};

export type Product = Pick<Stripe.Product, 'id' | 'object' | 'active' | 'name'>;

export type PromotionCode = Pick<Stripe.PromotionCode, 'id' | 'object' | 'active' | 'code'> & {
  promotion: { coupon: string };
};

/** Who may redeem a promotion code, how often and until when. */
export interface Restrictions {
  firstPurchase: boolean;
  maxRedemptions: number | undefined;
  /** Seconds since 1970. */
  expiresAt: number | undefined;
}

/** What a customer owes for a time. */
export interface Debit {
  /** Less discounts. */
  amount: number;
  start: number;
  end: number;
}

export type SetupIntent = Pick<
  Stripe.SetupIntent,
  'id' | 'object' | 'client_secret' | 'created' | 'payment_method_types' | 'status'
> & {
  customer: string;
  next_action: {
    type: string;
    verify_with_microdeposits?: {
      arrival_date: number;
      microdeposit_type: 'amounts' | 'descriptor_code';
    };
  } | null;
  payment_method: string | null;
};

export type Subscription = Pick<
  Stripe.Subscription,
  | 'id'
  | 'object'
  | 'billing_cycle_anchor'
  | 'cancel_at_period_end'
  | 'created'
  | 'metadata'
  | 'status'
  | 'trial_end'
> & {
  billing_mode: { type: 'classic' | 'flexible' };
  cancellation_details: { comment?: string; feedback?: string };
  customer: string;
  discounts: string[];
  items: { data: [SubscriptionItem] };
  latest_invoice: string | null;
  pause_collection: { behavior: 'mark_uncollectible' } | null;
};

export type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'current_period_end' | 'current_period_start'
> & { price: Price };

export type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'object' | 'enabled_events' | 'status' | 'url'
>;

/** Every kind of stored object, by the name in its member `object`. */
export interface Objects {
  charge: Charge;
  coupon: Coupon;
  customer: Customer;
  discount: Discount;
  dispute: Dispute;
  event: Event;
  invoice: Invoice;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  price: Price;
  product: Product;
  promotion_code: PromotionCode;
  setup_intent: SetupIntent;
  subscription: Subscription;
  webhook_endpoint: WebhookEndpoint;
}

export type ObjectName = keyof Objects;
export type StripeObject = Objects[ObjectName];

/** Stored members of an object that answers never contain. */
export interface Hidden {
  /** Of a webhook endpoint: it is shown once, when the endpoint is made. */
  secret?: string;
  /** Of a payment method. */
  behaviour?: Behaviour;
  /** The customer allows charges of this card while they are absent. */
  authenticated?: boolean;
  /** Of a bank account: how its holder proves access to it. */
  microdeposits?: 'amounts' | 'descriptor_code';
  /** The amounts of the micro-deposits have been verified. */
  verified?: boolean;
  /** Of a setup intent: number of wrong answers for the micro-deposits. */
  attempts?: number;
  /** Of a promotion code. */
  restrictions?: Restrictions;
  redemptions?: number;
  /** Of a subscription: what was billed for the current period. */
  debits?: Debit[];
  /** Of a trial: its end was announced. */
  warned?: boolean;
  /** Of an invoice. */
  paymentIntent?: string;
  firstFailedAt?: number;
  /** Of a payment intent. */
  invoice?: string;
  settlesAt?: number;
}

const hour = 3600;
const day = 24 * hour;

export const times = {
  hour,
  day,
  /** Time limit for a first payment, see the status `incomplete`. */
  incomplete: 23 * hour,
  /** Time in which the draft of a renewal can be changed. */
  draft: hour,
  /** Time between the announcement of a trial's end and its end. */
  trialWarning: 3 * day,
  /** Time limit for the verification of micro-deposits. */
  microdeposits: 10 * day,
  /** Time until a bank debit succeeds. */
  bankSettlement: 4 * day,
  /** Time limit for evidence in a dispute. */
  dispute: 7 * day,
  /** Times after the first failure at which a renewal is charged again. Then the subscription is unpaid. */
  retries: [3 * day, 8 * day, 15 * day, 21 * day],
} as const;

/** When the clock next changes an object, in seconds; undefined if it never does. */
export function dueAt(object: StripeObject, hidden: Hidden): number | undefined {
  switch (object.object) {
    case 'subscription':
      return subscriptionDueAt(object, hidden);
    case 'invoice':
      if (object.status === 'draft') return object.automatically_finalizes_at ?? undefined;
      return object.status === 'open' ? (object.next_payment_attempt ?? undefined) : undefined;
    case 'payment_intent':
      return object.status === 'processing' ? hidden.settlesAt : undefined;
    case 'setup_intent':
      return object.next_action?.verify_with_microdeposits
        ? object.created + times.microdeposits
        : undefined;
    case 'dispute':
      return object.status === 'needs_response' ? object.created + times.dispute : undefined;
    default:
      return undefined;
  }
}

function subscriptionDueAt(subscription: Subscription, hidden: Hidden) {
  const { status, created, trial_end, items } = subscription;
  if (status === 'canceled' || status === 'incomplete_expired') return undefined;
  if (status === 'incomplete') return created + times.incomplete;
  const periodEnd = items.data[0].current_period_end;
  const warns = status === 'trialing' && !hidden.warned;
  return warns ? Math.min(periodEnd, trial_end! - times.trialWarning) : periodEnd;
}
