import type Stripe from 'stripe';
import * as z from 'zod';
import {
  bill,
  type Change,
  discountEnd,
  discountsOf,
  itemOf,
  lineFor,
  planChange,
  planOf,
} from './billing.ts';
import type { Books } from './books.ts';
import { redeem } from './catalogue.ts';
import { invalid, StripeFailure } from './failure.ts';
import { composeInvoice, intentOf } from './invoices.ts';
import { nulls } from './nulls.ts';
import { times } from './objects.ts';
import {
  changedMetadata,
  createdFilter,
  flag,
  listing,
  operation,
  retrieval,
  text,
  whole,
  withMetadata,
} from './operation.ts';
import { throwIfRefused } from './payments.ts';
import { periodEnd } from './periods.ts';
import { endSubscription, hasEnded, paymentMethodOf } from './subscription-status.ts';

const path = '/v1/subscriptions';

const quantity = whole.pipe(z.number().min(1));
const discounts = z.union([
  z.literal(''),
  z.array(
    z.strictObject({
      coupon: text.optional(),
      promotion_code: text.optional(),
      discount: text.optional(),
    }),
  ),
]);
const proration = z.enum(['create_prorations', 'always_invoice', 'none']);
const trialEnd = z.union([z.literal('now'), whole]);
const cancellationDetails = z.strictObject({
  comment: z.string().max(5000).optional(),
  /** Those that the product's reasons are mapped to. */
  feedback: z.enum(['too_complex', 'too_expensive', 'unused', 'other']).optional(),
});
const trialSettings = z.strictObject({
  end_behavior: z
    .strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) })
    .transform((behavior) => ({ ...behavior, billing_cycle_anchor: null })),
});
/** One item is all that a subscription has here. */
const changedItem = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: quantity.optional(),
});
const shared = {
  default_payment_method: text.optional(),
  discounts: discounts.optional(),
  cancel_at_period_end: flag.optional(),
  description: text.optional(),
  off_session: flag.optional(),
  proration_behavior: proration.default('create_prorations'),
  trial_settings: trialSettings.optional(),
  ...withMetadata,
};

/** The statuses of subscriptions, and two that stand for several. */
const listedStatus = z.enum(
  'active canceled incomplete incomplete_expired past_due paused trialing unpaid all ended'.split(
    ' ',
  ),
);

type Discounts = z.output<typeof discounts>;

/** Ids of the discounts after a change. What is named by its id stays, the rest is redeemed. */
function chooseDiscounts(books: Books, chosen: Discounts, owner: Stripe.Subscription): string[] {
  if (chosen === '') return [];
  return chosen.map((choice, place) => {
    if (choice.discount) return books.get('discount', choice.discount, 'discounts').id;
    const ids = { customer: owner.customer as string, subscription: owner.id };
    const discount = redeem(books, choice, ids, `discounts[${place}]`);
    return books.save({ ...discount, end: discountEnd(books, discount) }).id;
  });
}

function recurringPrice(books: Books, id: string): Stripe.Price {
  const price = books.get('price', id, 'items[0][price]');
  if (!price.active)
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      undefined,
      'items[0][price]',
    );
  return price;
}

function ownMethod(books: Books, id: string, customer: string): string {
  const method = books.get('payment_method', id, 'default_payment_method');
  if (method.customer === customer) return id;
  throw invalid(
    'The customer does not have this payment method.',
    'resource_missing',
    'default_payment_method',
  );
}

function futureTrialEnd(books: Books, end: number): number {
  if (end > books.now && end <= books.now + 730 * times.day) return end;
  throw invalid('Invalid timestamp: trials end within two years.', undefined, 'trial_end');
}

interface NewSubscription {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  /** In seconds; absent without a trial. */
  trialEnd?: number;
}

function compose(books: Books, input: NewSubscription): Stripe.Subscription {
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

/** Throws away all that a call did when the payment it needed has not gone through. */
function requirePaid(books: Books, { latest_invoice }: Stripe.Subscription): void {
  const intent = intentOf(books, books.get('invoice', latest_invoice as string));
  if (!intent || ['succeeded', 'processing'].includes(intent.status)) return;
  try {
    throwIfRefused(intent);
  } catch (error) {
    const { status, body } = error as StripeFailure;
    throw new StripeFailure(status, body);
  }
  throw new StripeFailure(402, {
    type: 'card_error',
    message: 'Payment for this subscription requires additional user action.',
    code: 'subscription_payment_intent_requires_action',
    payment_intent: intent,
  });
}

const cancellation = (
  before: Stripe.Subscription,
  details: z.output<typeof cancellationDetails>,
): Stripe.Subscription.CancellationDetails => ({
  comment: details.comment ?? before.cancellation_details?.comment ?? null,
  feedback: (details.feedback || before.cancellation_details?.feedback) ?? null,
  feedback_option: null,
  reason: before.cancellation_details?.reason ?? null,
});

function withCancellation(
  books: Books,
  subscription: Stripe.Subscription,
  atPeriodEnd: boolean,
): Stripe.Subscription {
  return {
    ...subscription,
    cancel_at: atPeriodEnd ? itemOf(subscription).current_period_end : null,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: atPeriodEnd ? books.now : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...(atPeriodEnd && subscription.cancellation_details),
      reason: atPeriodEnd ? 'cancellation_requested' : null,
    },
  };
}

const createSubscription = operation(
  `POST ${path}`,
  {
    ...shared,
    customer: text,
    items: z.array(z.strictObject({ price: text, quantity: quantity.default(1) })).length(1),
    trial_period_days: whole.pipe(z.number().min(0).max(730)).optional(),
    trial_end: trialEnd.optional(),
    payment_behavior: z
      .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
      .default('allow_incomplete'),
    collection_method: z.literal('charge_automatically').optional(),
    billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
  },
  (input, books) => {
    const { customer, items, trial_period_days, payment_behavior } = input;
    const { currency } = books.get('customer', customer, 'customer');
    const [{ price, quantity: count }] = items as [(typeof items)[0]];
    const days = trial_period_days ? books.now + trial_period_days * times.day : undefined;
    const end = typeof input.trial_end === 'number' ? futureTrialEnd(books, input.trial_end) : days;
    let made: Stripe.Subscription = {
      ...compose(books, {
        customer,
        price: recurringPrice(books, price),
        quantity: count,
        trialEnd: end,
      }),
      description: input.description ?? null,
      metadata: changedMetadata({}, input.metadata),
    };
    if (input.default_payment_method)
      made.default_payment_method = ownMethod(books, input.default_payment_method, customer);
    if (input.trial_settings) made.trial_settings = input.trial_settings;
    if (input.cancel_at_period_end) made = withCancellation(books, made, true);
    made.discounts = chooseDiscounts(books, input.discounts ?? [], made);
    books.save(made, 'customer.subscription.created');
    if (!currency)
      books.save({ ...books.get('customer', customer), currency: 'usd' }, 'customer.updated');
    const method = paymentMethodOf(books, made);
    const charges = payment_behavior !== 'default_incomplete';
    const { current_period_start, current_period_end } = itemOf(made);
    const line = lineFor(books, made, { start: current_period_start, end: current_period_end });
    const billed = bill(books, made, [line], 'subscription_create', {
      charges: charges && method !== undefined,
    });
    if (billed.status === 'incomplete' && charges && !method)
      throw invalid(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
        'resource_missing',
      );
    if (payment_behavior === 'error_if_incomplete') requirePaid(books, billed);
    return billed;
  },
);

const updateSubscription = operation(
  `POST ${path}/{id}`,
  {
    ...shared,
    id: text,
    items: z.array(changedItem).length(1).optional(),
    proration_date: whole.optional(),
    billing_cycle_anchor: z.enum(['now', 'unchanged']).default('unchanged'),
    trial_end: trialEnd.optional(),
    cancellation_details: cancellationDetails.optional(),
    pause_collection: z
      .union([
        z.literal(''),
        z.strictObject({
          behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']),
          resumes_at: whole.optional(),
        }),
      ])
      .optional(),
    payment_behavior: z
      .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
      .default('allow_incomplete'),
  },
  (input, books) => {
    const before = books.get('subscription', input.id);
    if (hasEnded(before))
      throw invalid(
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    const change = readChange(books, before, input);
    const planned = planChange(books, before, change);
    let after: Stripe.Subscription = {
      ...planned.subscription,
      metadata: changedMetadata(before.metadata, input.metadata),
    };
    if (input.description) after.description = input.description;
    if (input.default_payment_method)
      after.default_payment_method = ownMethod(
        books,
        input.default_payment_method,
        before.customer as string,
      );
    if (input.trial_settings) after.trial_settings = input.trial_settings;
    if (input.discounts !== undefined)
      after.discounts = chooseDiscounts(books, input.discounts, before);
    if (input.pause_collection !== undefined)
      after.pause_collection = input.pause_collection
        ? {
            behavior: input.pause_collection.behavior,
            resumes_at: input.pause_collection.resumes_at ?? null,
          }
        : null;
    if (input.cancellation_details)
      after.cancellation_details = cancellation(before, input.cancellation_details);
    if (input.cancel_at_period_end !== undefined)
      after = withCancellation(books, after, input.cancel_at_period_end);
    const pendingLines = [
      ...(books.hidden(before).pendingLines ?? []),
      ...(planned.billsNow ? [] : planned.lines),
    ];
    books.save(after, 'customer.subscription.updated', { pendingLines });
    if (!planned.billsNow) return after;
    const billed = bill(books, after, planned.lines, 'subscription_update', {
      charges: input.payment_behavior !== 'default_incomplete',
    });
    if (input.payment_behavior === 'error_if_incomplete') requirePaid(books, billed);
    return billed;
  },
);

interface ChangeInput {
  items?: z.output<typeof changedItem>[];
  proration_behavior: Change['proration'];
  proration_date?: number;
  billing_cycle_anchor?: 'now' | 'unchanged';
  trial_end?: number | 'now';
}

function readChange(books: Books, before: Stripe.Subscription, input: ChangeInput): Change {
  const [item] = input.items ?? [];
  if (item && item.id !== itemOf(before).id)
    throw invalid('Only the one item of a subscription can be changed.', undefined, 'items[0][id]');
  const { current_period_start, current_period_end } = itemOf(before);
  const at = input.proration_date ?? books.now;
  if (at < current_period_start || at > current_period_end)
    throw invalid('Cannot specify proration date outside of current subscription period.');
  const { trial_end } = input;
  if (typeof trial_end === 'number') futureTrialEnd(books, trial_end);
  if (typeof trial_end === 'number' && before.status !== 'trialing')
    throw invalid('Trials are given to new subscriptions only.', undefined, 'trial_end');
  return {
    price: item?.price ? recurringPrice(books, item.price) : undefined,
    quantity: item?.quantity,
    trialEnd: before.status === 'trialing' ? trial_end : undefined,
    resets: input.billing_cycle_anchor === 'now',
    proration: input.proration_behavior,
    at,
  };
}

const previewItem = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: quantity.optional(),
});

const previewInput = {
  customer: text.optional(),
  subscription: text.optional(),
  discounts: discounts.optional(),
  subscription_details: z
    .strictObject({
      items: z.array(previewItem).length(1).optional(),
      proration_behavior: proration.default('create_prorations'),
      proration_date: whole.optional(),
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      trial_end: trialEnd.optional(),
    })
    .optional(),
};

const createPreview = operation(
  'POST /v1/invoices/create_preview',
  previewInput,
  // What is redeemed and made to see its effect is undone.
  (input, books) => books.store.undone(() => preview(books, input)),
);

type PreviewInput = z.output<z.ZodObject<typeof previewInput>>;

function preview(
  books: Books,
  { customer, subscription, discounts: chosen, subscription_details: details }: PreviewInput,
): Stripe.Invoice {
  const changes = details ?? { proration_behavior: 'create_prorations' as const };
  const before = subscription
    ? books.get('subscription', subscription, 'subscription')
    : newForPreview(books, customer, changes);
  if (hasEnded(before) || (before.cancel_at_period_end && !details?.items))
    throw new StripeFailure(404, {
      type: 'invalid_request_error',
      message: `No upcoming invoices for customer: ${before.customer}`,
      code: 'invoice_upcoming_none',
    });
  const own = books.get('customer', before.customer as string);
  const { subscription: after, lines, billsNow } = planPreview(books, before, changes);
  const discounted = chosen === undefined ? before : { ...after };
  if (chosen !== undefined) discounted.discounts = chooseDiscounts(books, chosen, before);
  const { current_period_start, current_period_end } = itemOf(after);
  return composeInvoice(
    books,
    {
      customer: own,
      subscription: subscription ?? null,
      lines: [...(books.hidden(before).pendingLines ?? []), ...lines],
      discounts: discountsOf(books, discounted),
      reason: billsNow && subscription ? 'subscription_update' : 'upcoming',
      period: { start: current_period_start, end: current_period_end },
    },
    books.newId('upcoming_in'),
  );
}

function newForPreview(
  books: Books,
  customer: string | undefined,
  { items, trial_end }: Partial<ChangeInput>,
) {
  const price = items?.[0]?.price;
  if (!customer || !price)
    throw invalid('Name a subscription, or a customer and a price.', 'parameter_missing');
  books.get('customer', customer, 'customer');
  const made = compose(books, {
    customer,
    price: recurringPrice(books, price),
    quantity: items[0]?.quantity ?? 1,
    trialEnd: typeof trial_end === 'number' ? futureTrialEnd(books, trial_end) : undefined,
  });
  return books.save(made);
}

/** What is on the next invoice: that of the change, or else that of the next period. */
function planPreview(books: Books, before: Stripe.Subscription, input: ChangeInput) {
  const { current_period_start: start, current_period_end: end } = itemOf(before);
  // What is not bought yet: its first invoice.
  if (before.latest_invoice === null)
    return {
      subscription: before,
      lines: [lineFor(books, before, { start, end })],
      billsNow: true,
    };
  const planned = planChange(books, before, readChange(books, before, input));
  if (planned.billsNow) return planned;
  const { subscription } = planned;
  const from = itemOf(subscription).current_period_end;
  const { recurring } = itemOf(subscription).price;
  const to = periodEnd(from, subscription.billing_cycle_anchor, recurring!);
  const next = lineFor(books, { ...subscription, status: 'active' }, { start: from, end: to });
  return { subscription, lines: [...planned.lines, next], billsNow: false };
}

export const subscriptionOperations = {
  createPreview,
  createSubscription,
  updateSubscription,
  cancelSubscription: operation(
    `DELETE ${path}/{id}`,
    { id: text, cancellation_details: cancellationDetails.optional() },
    ({ id, cancellation_details = {} }, books) => {
      const before = books.get('subscription', id);
      if (hasEnded(before))
        throw invalid(`No such subscription: '${id}'`, 'resource_missing', 'id');
      return endSubscription(books, before, 'cancellation_requested', cancellation_details);
    },
  ),
  resumeSubscription: operation(`POST ${path}/{id}/resume`, { id: text }, ({ id }, books) => {
    const before = books.get('subscription', id);
    if (before.status !== 'paused') throw invalid('This subscription is not paused.');
    const change: Change = { resets: true, proration: 'none', at: books.now };
    const { subscription, lines } = planChange(books, before, change);
    books.save({ ...subscription, status: 'active' }, 'customer.subscription.resumed');
    return bill(books, { ...subscription, status: 'active' }, lines, 'subscription_update');
  }),
  deleteDiscount: operation(`DELETE ${path}/{id}/discount`, { id: text }, ({ id }, books) => {
    const before = books.get('subscription', id);
    const [discount] = discountsOf(books, before);
    if (!discount) throw invalid('No active discount for this subscription.', 'resource_missing');
    books.save({ ...discount, end: books.now }, 'customer.discount.deleted');
    books.save({ ...before, discounts: [] }, 'customer.subscription.updated');
    return { ...discount, deleted: true };
  }),
  retrieveSubscription: retrieval('subscription', path),
  listSubscriptions: listing(
    'subscription',
    path,
    {
      customer: text.optional(),
      price: text.optional(),
      status: listedStatus.optional(),
      ...createdFilter,
    },
    (each, { status, price }) =>
      (status === 'all' ||
        (status === 'ended'
          ? hasEnded(each)
          : status
            ? each.status === status
            : !hasEnded(each))) &&
      (price === undefined || itemOf(each).price.id === price),
  ),
};
