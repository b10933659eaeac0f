import * as z from 'zod';
import { bill, itemOf, periodLine, planChange } from './billing.ts';
import type { Books } from './books.ts';
import { redeem } from './catalogue.ts';
import { declined, invalid } from './failure.ts';
import { intentOf } from './invoices.ts';
import { type Price, type Subscription, times } from './objects.ts';
import { flag, given, listing, metadata, operation, retrieval, text, whole } from './operation.ts';
import { periodEnd } from './periods.ts';
import { endSubscription, hasEnded, paymentMethodOf } from './subscription-status.ts';

const path = '/v1/subscriptions';

export const discounts = z.array(z.strictObject({ promotion_code: text })).optional();

/** The discounts of these promotion codes, by their ids. */
export const redeemAll = (
  books: Books,
  customer: string,
  chosen: z.output<typeof discounts> = [],
): string[] =>
  chosen.map(
    ({ promotion_code }, position) =>
      redeem(books, customer, promotion_code, `discounts[${position}][promotion_code]`).id,
  );

export const cycleAnchor = z.strictObject({ type: z.literal('now') });
export const prorationBehavior = z.enum(['always_invoice', 'none']);
const billingMode = z.strictObject({ type: z.literal('flexible') });

export function priceOf(books: Books, id: string): Price {
  const price = books.get('price', id, 'items[0][price]');
  if (!price.active) {
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      undefined,
      'items[0][price]',
    );
  }
  return price;
}

/** Throws unless these are the items of a change: a subscription has exactly one. */
export function requireItem(subscription: Subscription, id: string | undefined): void {
  if (id !== itemOf(subscription).id) {
    throw invalid('Only the one item of a subscription can be changed.', undefined, 'items[0][id]');
  }
}

/** A subscription to one price that is not stored yet. */
export function composeSubscription(
  books: Books,
  customer: string,
  price: Price,
  trialEnd: number | undefined,
  billing_mode: Subscription['billing_mode'] = { type: 'classic' },
): Subscription {
  const { now } = books;
  if (trialEnd !== undefined && (trialEnd <= now || trialEnd > now + 730 * times.day)) {
    throw invalid('Invalid timestamp: trials end within two years.', undefined, 'trial_end');
  }
  const item = {
    id: books.newId('si'),
    current_period_end: trialEnd ?? periodEnd(now, now, price.recurring),
    current_period_start: now,
    price,
  };
  return {
    id: books.newId('sub'),
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    billing_mode,
    cancel_at_period_end: false,
    cancellation_details: {},
    created: now,
    customer,
    discounts: [],
    items: { data: [item] },
    latest_invoice: null,
    metadata: {},
    pause_collection: null,
    status: trialEnd === undefined ? 'incomplete' : 'trialing',
    trial_end: trialEnd ?? null,
  };
}

const createSubscription = operation(
  `POST ${path}`,
  {
    customer: text,
    items: z.array(z.strictObject({ price: text })).length(1),
    discounts,
    metadata: metadata.optional(),
    trial_end: whole.optional(),
    payment_behavior: z.literal('allow_incomplete').optional(),
    billing_mode: billingMode.optional(),
  },
  ({ customer, items, discounts, metadata = {}, trial_end, billing_mode }, books) => {
    books.get('customer', customer, 'customer');
    const price = priceOf(books, items[0]!.price);
    const made: Subscription = {
      ...composeSubscription(books, customer, price, trial_end, billing_mode),
      discounts: redeemAll(books, customer, discounts),
      metadata,
    };
    books.save(made, 'customer.subscription.created');
    const billed = bill(books, made, [periodLine(books, made)], 'subscription_create');
    if (billed.status === 'incomplete' && !paymentMethodOf(books, customer)) {
      throw invalid(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
        'resource_missing',
      );
    }
    return billed;
  },
);

const updateSubscription = operation(
  `POST ${path}/{id}`,
  {
    id: text,
    items: z
      .array(z.strictObject({ id: text, price: text }))
      .length(1)
      .optional(),
    discounts,
    metadata: metadata.optional(),
    cancel_at_period_end: flag.optional(),
    cancellation_details: z
      .strictObject({
        comment: text.optional(),
        /** Stripe's reasons that the product uses. */
        feedback: z.enum(['too_complex', 'too_expensive', 'unused', 'other']).optional(),
      })
      .optional(),
    pause_collection: z
      .union([z.literal(''), z.strictObject({ behavior: z.literal('mark_uncollectible') })])
      .optional(),
    proration_behavior: prorationBehavior.optional(),
    billing_cycle_anchor: cycleAnchor.optional(),
    payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  },
  (input, books) => {
    const before = books.get('subscription', input.id);
    if (hasEnded(before)) {
      throw invalid(
        'A canceled subscription can only update its cancellation_details and metadata.',
      );
    }
    const [item] = input.items ?? [];
    if (item) requireItem(before, item.id);
    const price = item ? priceOf(books, item.price) : itemOf(before).price;
    const { subscription, lines } = planChange(books, before, price, input);
    const { cancel_at_period_end, cancellation_details, pause_collection } = input;
    const after: Subscription = {
      ...subscription,
      ...given({
        cancel_at_period_end,
        discounts: input.discounts && redeemAll(books, before.customer, input.discounts),
        pause_collection: pause_collection === '' ? null : pause_collection,
      }),
      cancellation_details:
        cancel_at_period_end === false ? {} : (cancellation_details ?? before.cancellation_details),
      metadata: { ...before.metadata, ...input.metadata },
    };
    books.save(after, 'customer.subscription.updated');
    if (lines.length === 0) return after;
    const billed = bill(books, after, lines, 'subscription_update');
    // The transaction is undone: the subscription stays as it was.
    if (input.payment_behavior === 'error_if_incomplete') throwIfUnpaid(books, billed);
    return billed;
  },
);

/** Throws unless what a change has billed is paid or under way. Nothing of the change stays. */
function throwIfUnpaid(books: Books, { latest_invoice }: Subscription): void {
  const intent = intentOf(books, { id: latest_invoice! });
  if (intent?.status === 'requires_action') {
    throw declined(
      'Payment for this subscription requires additional user action before it can be completed successfully.',
      'subscription_payment_intent_requires_action',
      false,
    );
  }
  const error = intent?.last_payment_error;
  if (intent?.status === 'requires_payment_method' && error) {
    throw declined(error.message, error.code, false);
  }
}

export const subscriptionOperations = {
  createSubscription,
  updateSubscription,
  cancelSubscription: operation(`DELETE ${path}/{id}`, { id: text }, ({ id }, books) => {
    const before = books.get('subscription', id);
    if (hasEnded(before)) throw invalid(`No such subscription: '${id}'`, 'resource_missing', 'id');
    return endSubscription(books, before);
  }),
  migrateSubscription: operation(
    `POST ${path}/{id}/migrate`,
    { id: text, billing_mode: billingMode },
    ({ id, billing_mode }, books) => books.save({ ...books.get('subscription', id), billing_mode }),
  ),
  retrieveSubscription: retrieval('subscription', path, [
    'latest_invoice',
    'discounts.source.coupon',
  ]),
  listSubscriptions: listing(
    'subscription',
    path,
    { customer: text.optional(), status: z.literal('all') },
    () => true,
    ['data.discounts.source.coupon'],
  ),
};
