import type Stripe from 'stripe';
import * as z from 'zod';
import { bill, itemOf, lineFor, planChange } from './billing.ts';
import type { Books } from './books.ts';
import { invalid, StripeFailure } from './failure.ts';
import { intentOf } from './invoices.ts';
import { composeSubscription } from './new-subscription.ts';
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
import { createPreview } from './preview.ts';
import {
  changedItem,
  chooseDiscounts,
  discounts,
  futureTrialEnd,
  proration,
  quantity,
  readChange,
  recurringPrice,
  trialEnd,
} from './subscription-change.ts';
import { endSubscription, hasEnded, paymentMethodOf } from './subscription-status.ts';

const path = '/v1/subscriptions';

const cancellationDetails = z.strictObject({
  comment: z.string().max(5000).optional(),
  /** Stripe's reasons that the product uses. */
  feedback: z.enum(['too_complex', 'too_expensive', 'unused', 'other']).optional(),
});
const trialSettings = z.strictObject({
  end_behavior: z
    .strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) })
    .transform((behavior) => ({ ...behavior, billing_cycle_anchor: null })),
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

function ownMethod(books: Books, id: string, customer: string): string {
  const method = books.get('payment_method', id, 'default_payment_method');
  if (method.customer === customer) return id;
  throw invalid(
    'The customer does not have this payment method.',
    'resource_missing',
    'default_payment_method',
  );
}

/** Undoes a call if the payment that it needs has failed. */
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
      ...composeSubscription(books, {
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
    const isProlonged = after.trial_end !== before.trial_end;
    const warned = isProlonged ? false : books.hidden(before).warned;
    books.save(after, 'customer.subscription.updated', { pendingLines, warned });
    if (!planned.billsNow) return after;
    const billed = bill(books, after, planned.lines, 'subscription_update', {
      charges: input.payment_behavior !== 'default_incomplete',
    });
    if (input.payment_behavior === 'error_if_incomplete') requirePaid(books, billed);
    return billed;
  },
);

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
