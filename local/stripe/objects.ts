import type Stripe from 'stripe';
import type { Behaviour } from './test-methods.ts';

/** Every kind of stored object, by the name in its member `object`. */
export interface Objects {
  charge: Stripe.Charge;
  coupon: Stripe.Coupon;
  customer: Stripe.Customer;
  discount: Stripe.Discount;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  mandate: Stripe.Mandate;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  product: Stripe.Product;
  promotion_code: Stripe.PromotionCode;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  webhook_endpoint: Stripe.WebhookEndpoint;
}

export type ObjectName = keyof Objects;
export type StripeObject = Objects[ObjectName];

/** A line that is not yet part of an invoice. */
export interface Line {
  description: string;
  amount: number;
  period: { start: number; end: number };
  price: Stripe.Price;
  quantity: number;
  subscriptionItem: string;
  /** Prorations correct earlier charges, so no coupon applies to them. */
  proration: boolean;
}

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
  /** Of a customer: number of invoices that have a number. */
  invoices?: number;
  /** Of a subscription: lines for its next invoice. */
  pendingLines?: Line[];
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
    case 'coupon':
      return object.valid ? (object.redeem_by ?? undefined) : undefined;
    case 'dispute':
      return object.status === 'needs_response'
        ? (object.evidence_details.due_by ?? undefined)
        : undefined;
    default:
      return undefined;
  }
}

function subscriptionDueAt(subscription: Stripe.Subscription, hidden: Hidden) {
  const { status, created, trial_end, pause_collection } = subscription;
  if (['canceled', 'incomplete_expired', 'paused'].includes(status)) return undefined;
  if (status === 'incomplete') return created + times.incomplete;
  const due = [subscription.items.data[0]!.current_period_end];
  if (status === 'trialing' && !hidden.warned) due.push(trial_end! - times.trialWarning);
  if (pause_collection?.resumes_at) due.push(pause_collection.resumes_at);
  return Math.min(...due);
}
