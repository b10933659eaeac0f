import type Stripe from 'stripe';
import { planOf } from './billing.ts';
import type { Books } from './books.ts';
import { nulls } from './nulls.ts';
import { periodEnd } from './periods.ts';

export interface NewSubscription {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  /** In seconds; absent without a trial. */
  trialEnd?: number;
}

/** A subscription to one price that is not stored yet. */
export function composeSubscription(books: Books, input: NewSubscription): Stripe.Subscription {
  const id = books.newId('sub');
  const { now } = books;
  const end = input.trialEnd ?? periodEnd(now, now, input.price.recurring!);
  const item = {
    id: books.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: end,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(input.price),
    price: input.price,
    quantity: input.quantity,
    subscription: id,
    tax_rates: [],
  } satisfies Stripe.SubscriptionItem;
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: input.trialEnd ?? now,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    customer: input.customer,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: false,
    metadata: {},
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: now,
    status: input.trialEnd ? 'trialing' : 'incomplete',
    trial_end: input.trialEnd ?? null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: input.trialEnd ? now : null,
    ...nulls('application application_fee_percent billing_cycle_anchor_config'),
    ...nulls('billing_thresholds cancel_at canceled_at customer_account days_until_due'),
    ...nulls('default_payment_method default_source description ended_at latest_invoice'),
    ...nulls('managed_payments next_pending_invoice_item_invoice on_behalf_of pause_collection'),
    ...nulls('pending_invoice_item_interval pending_setup_intent pending_update schedule'),
    ...nulls('test_clock transfer_data'),
  } satisfies Stripe.Subscription;
}
