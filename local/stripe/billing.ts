import type Stripe from 'stripe';
import type { Books } from './books.ts';
import { decimal } from './catalogue.ts';
import { collect, composeInvoice, finalizeInvoice, intentOf } from './invoices.ts';
import { nulls } from './nulls.ts';
import type { Line } from './objects.ts';
import { addMonths, periodEnd } from './periods.ts';
import { paymentMethodOf } from './subscription-status.ts';

/** Whether changes within a period are prorated, and when they are billed. */
export type Proration = 'create_prorations' | 'always_invoice' | 'none';

/** A change of a subscription. */
export interface Change {
  price?: Stripe.Price;
  quantity?: number;
  /** A time in seconds, or the end of the trial. */
  trialEnd?: number | 'now';
  /** Begins a new period now. */
  resets?: boolean;
  proration: Proration;
  /** The time that prorations count from, in seconds. */
  at: number;
}

/** The result of a change: the new subscription, its cost, and whether the cost is billed now. */
interface Planned {
  subscription: Stripe.Subscription;
  lines: Line[];
  billsNow: boolean;
}

export const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem => items.data[0]!;

/** A copy of a subscription with changed members of its only item. */
export function withItem(
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.SubscriptionItem>,
): Stripe.Subscription {
  const item = { ...itemOf(subscription), ...changes };
  return { ...subscription, items: { ...subscription.items, data: [item] } };
}

/** The old form of a price, which items still carry. */
export const planOf = (price: Stripe.Price): Stripe.Plan =>
  ({
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: decimal(price.unit_amount!),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring!.interval,
    interval_count: price.recurring!.interval_count,
    livemode: false,
    metadata: {},
    nickname: price.nickname,
    product: price.product as string,
    usage_type: 'licensed',
    ...nulls('meter tiers_mode transform_usage trial_period_days'),
  }) satisfies Stripe.Plan;

/** Computes the result of a change without storing it. An update stores it, a preview shows it. */
export function planChange(books: Books, before: Stripe.Subscription, change: Change): Planned {
  const { price: oldPrice, quantity: oldQuantity = 1, current_period_start: from } = itemOf(before);
  const { current_period_end: to } = itemOf(before);
  const { price = oldPrice, quantity = oldQuantity, at, proration, trialEnd } = change;
  const subscription = withItem(before, { price, plan: planOf(price), quantity });
  if (before.status === 'trialing' && trialEnd !== 'now') {
    if (trialEnd === undefined) return { subscription, lines: [], billsNow: false };
    const prolonged = { ...subscription, trial_end: trialEnd, billing_cycle_anchor: trialEnd };
    return {
      subscription: withItem(prolonged, { current_period_end: trialEnd }),
      lines: [],
      billsNow: false,
    };
  }
  const lines: Line[] = [];
  const changes = price.id !== oldPrice.id || quantity !== oldQuantity;
  const otherInterval =
    price.recurring?.interval !== oldPrice.recurring?.interval ||
    price.recurring?.interval_count !== oldPrice.recurring?.interval_count;
  const resets = otherInterval || change.resets === true || trialEnd === 'now';
  const share = (to - at) / (to - from);
  if (proration !== 'none' && before.status !== 'trialing' && (changes || resets)) {
    const paid = afterPercentages(books, before, oldPrice.unit_amount! * oldQuantity);
    lines.push({
      ...lineFor(books, before, { start: at, end: to }),
      amount: -Math.round(paid * share),
      description: `Unused time on ${productName(books, oldPrice)}`,
      proration: true,
    });
  }
  if (resets) {
    const end = periodEnd(at, at, price.recurring!);
    const renewed = withItem(
      {
        ...subscription,
        billing_cycle_anchor: at,
        status: before.status === 'trialing' ? 'active' : before.status,
        trial_end: trialEnd === 'now' ? at : before.trial_end,
      },
      { current_period_start: at, current_period_end: end },
    );
    lines.push(lineFor(books, renewed, { start: at, end }));
    return { subscription: renewed, lines, billsNow: true };
  }
  if (lines.length > 0)
    lines.push({
      ...lineFor(books, subscription, { start: at, end: to }),
      amount: Math.round(
        afterPercentages(books, subscription, price.unit_amount! * quantity) * share,
      ),
      description: `Remaining time on ${productName(books, price)}`,
      proration: true,
    });
  return { subscription, lines, billsNow: lines.length > 0 && proration === 'always_invoice' };
}

/** A period of a subscription as a line of its invoice; free while on trial. */
export function lineFor(
  books: Books,
  subscription: Stripe.Subscription,
  period: Line['period'],
): Line {
  const { price, quantity = 1, id } = itemOf(subscription);
  const isTrial = subscription.status === 'trialing';
  const name = productName(books, price);
  const each = `$${(price.unit_amount! / 100).toFixed(2)} / ${price.recurring!.interval}`;
  return {
    amount: isTrial ? 0 : price.unit_amount! * quantity,
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${each})`,
    period,
    price,
    proration: false,
    quantity,
    subscriptionItem: id,
  };
}

const productName = (books: Books, price: Stripe.Price) =>
  books.get('product', price.product as string).name;

/** The discounts of a subscription that still apply. */
export const discountsOf = (books: Books, { discounts }: Stripe.Subscription): Stripe.Discount[] =>
  discounts
    .map((id) => books.get('discount', id as string))
    .filter(({ end }) => end === null || end > books.now);

const couponOf = (books: Books, { source }: Stripe.Discount) =>
  books.store.find(source.coupon as string) as Stripe.Coupon;

function afterPercentages(books: Books, subscription: Stripe.Subscription, amount: number) {
  const shares = discountsOf(books, subscription).map(
    (discount) => 1 - (couponOf(books, discount).percent_off ?? 0) / 100,
  );
  return shares.reduce((left, share) => left * share, amount);
}

/** When the discount of a coupon ends if it begins now. */
export function discountEnd(books: Books, discount: Stripe.Discount): number | null {
  const { duration, duration_in_months } = couponOf(books, discount);
  return duration === 'repeating' ? addMonths(discount.start, duration_in_months!) : null;
}

/**
 * Makes the invoice of a subscription. It is finalised and charged at once unless it is a draft or
 * `charges` is false. Returns the subscription afterwards.
 */
export function bill(
  books: Books,
  subscription: Stripe.Subscription,
  lines: Line[],
  reason: Stripe.Invoice.BillingReason,
  {
    period = { start: books.now, end: books.now },
    draft = false,
    charges = true,
  }: { period?: Line['period']; draft?: boolean; charges?: boolean } = {},
): Stripe.Subscription {
  const customer = books.get('customer', subscription.customer as string);
  const pending = books.hidden(subscription).pendingLines ?? [];
  const discounts = discountsOf(books, subscription);
  const composed = composeInvoice(books, {
    customer,
    subscription: subscription.id,
    lines: [...pending, ...lines],
    discounts,
    reason,
    period,
    draft,
  });
  // An unpaid subscription has ended its service, so its further invoices stay drafts.
  const rests = subscription.status === 'unpaid';
  const invoice: Stripe.Invoice = rests
    ? { ...composed, auto_advance: false, automatically_finalizes_at: null }
    : composed;
  books.save(invoice, 'invoice.created');
  const kept = keptDiscounts(books, discounts, invoice);
  books.save(
    { ...subscription, latest_invoice: invoice.id, discounts: kept },
    'customer.subscription.updated',
    { pendingLines: [] },
  );
  if (!draft && !rests) {
    const open = finalizeInvoice(books, invoice);
    if (charges) collect(books, open);
    else awaitConfirmation(books, open, paymentMethodOf(books, subscription));
  }
  return books.get('subscription', subscription.id);
}

/**
 * Ids of the discounts that remain after an invoice. A coupon for one use is used up when it has reduced an
 * amount.
 */
function keptDiscounts(
  books: Books,
  discounts: Stripe.Discount[],
  { total_discount_amounts }: Stripe.Invoice,
): string[] {
  const used = (discount: Stripe.Discount) =>
    couponOf(books, discount).duration === 'once' &&
    (total_discount_amounts ?? []).some(
      ({ amount, discount: id }) => id === discount.id && amount > 0,
    );
  for (const discount of discounts.filter(used))
    books.save({ ...discount, end: books.now }, 'customer.discount.deleted');
  return discounts.filter((discount) => !used(discount)).map(({ id }) => id);
}

/**
 * Stores the default payment method in the intent, so that a confirmation without a payment method charges
 * it.
 */
function awaitConfirmation(
  books: Books,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod | undefined,
): void {
  const intent = intentOf(books, invoice);
  if (intent && method)
    books.save({ ...intent, payment_method: method.id, status: 'requires_confirmation' });
}
