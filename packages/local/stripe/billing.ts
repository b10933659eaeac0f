import type { Books } from './books.ts';
import {
  closeInvoice,
  collect,
  composeInvoice,
  couponOf,
  finalizeInvoice,
  type Line,
} from './invoices.ts';
import type { Debit, Discount, Invoice, Price, Subscription, SubscriptionItem } from './objects.ts';
import { periodEnd } from './periods.ts';

export const itemOf = ({ items }: Subscription): SubscriptionItem => items.data[0];

/** A copy of a subscription with changed members of its only item. */
export const withItem = (
  subscription: Subscription,
  changes: Partial<SubscriptionItem>,
): Subscription => ({
  ...subscription,
  items: { data: [{ ...itemOf(subscription), ...changes }] },
});

/** How a change of price is billed. Stripe's default for the second would be an invoice at the next renewal. */
interface Terms {
  proration_behavior?: 'always_invoice' | 'none' | undefined;
  billing_cycle_anchor?: { type: 'now' } | undefined;
}

/**
 * Computes a change of price without storing it: the subscription afterwards, and what is billed now. An update
 * stores it, a preview shows it. Follows https://docs.stripe.com/billing/subscriptions/prorations and, for
 * flexible billing, its section on credit prorations: the credit of unused time is a share of what was debited
 * for it, less discounts, and not of the price.
 */
export function planChange(
  books: Books,
  before: Subscription,
  price: Price,
  { proration_behavior, billing_cycle_anchor }: Terms = {},
): { subscription: Subscription; lines: Line[] } {
  const { now } = books;
  const { price: old, current_period_start, current_period_end: end } = itemOf(before);
  const subscription = withItem(before, { price });
  const restarts = billing_cycle_anchor !== undefined;
  if (before.status === 'trialing' || (price.id === old.id && !restarts)) {
    return { subscription, lines: [] };
  }
  const share = (end - now) / (end - current_period_start);
  const proration = (amount: number, text: string, { product }: Price): Line => ({
    amount: Math.round(amount * share),
    description: `${text} on ${books.get('product', product).name}`,
    period: { start: now, end },
    proration: true,
  });
  const { debits } = books.hidden(before);
  const unused =
    before.billing_mode?.type === 'flexible' && debits
      ? debits.map((debit) => creditLine(books, debit, old))
      : [proration(-discounted(books, before, old.unit_amount), 'Unused time', old)];
  const credits = proration_behavior === 'none' ? [] : unused;
  if (price.recurring.interval === old.recurring.interval && !restarts) {
    const amount = discounted(books, before, price.unit_amount);
    return { subscription, lines: [...credits, proration(amount, 'Remaining time', price)] };
  }
  const renewed = withItem(
    { ...subscription, billing_cycle_anchor: now },
    { current_period_start: now, current_period_end: periodEnd(now, now, price.recurring) },
  );
  return { subscription: renewed, lines: [...credits, periodLine(books, renewed)] };
}

/** Gives back what was debited for the time that is left. */
function creditLine(books: Books, { amount, start, end }: Debit, { product }: Price): Line {
  const { now } = books;
  const share = end > now ? (end - now) / (end - start) : 0;
  return {
    amount: -Math.round(amount * share),
    description: `Unused time on ${books.get('product', product).name}`,
    period: { start: now, end },
    proration: true,
  };
}

/** A subscription in the period after its current one. */
export function nextPeriod(subscription: Subscription): Subscription {
  const { current_period_end: start, price } = itemOf(subscription);
  const end = periodEnd(start, subscription.billing_cycle_anchor, price.recurring);
  const status = subscription.status === 'trialing' ? 'active' : subscription.status;
  const next = { ...subscription, status } satisfies Subscription;
  return withItem(next, { current_period_start: start, current_period_end: end });
}

/** The current period of a subscription as a line of its invoice; free while on trial. */
export function periodLine(books: Books, subscription: Subscription): Line {
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const isTrial = subscription.status === 'trialing';
  const { name } = books.get('product', price.product);
  const each = `$${(price.unit_amount / 100).toFixed(2)} / ${price.recurring.interval}`;
  return {
    amount: isTrial ? 0 : price.unit_amount,
    description: isTrial ? `Trial period for ${name}` : `1 × ${name} (at ${each})`,
    period: { start, end },
    proration: false,
  };
}

/** The discounts that still apply. Used ones are no longer in the list. */
export const discountsOf = (books: Books, { discounts }: Subscription): Discount[] =>
  discounts.map((id) => books.get('discount', id));

function discounted(books: Books, subscription: Subscription, amount: number): number {
  const shares = discountsOf(books, subscription).map(
    (discount) => 1 - couponOf(books, discount).percent_off! / 100,
  );
  return shares.reduce((left, share) => left * share, amount);
}

/**
 * Makes the invoice of a subscription. It is finalised and charged at once unless it is a draft. Returns the
 * subscription afterwards.
 */
export function bill(
  books: Books,
  subscription: Subscription,
  lines: Line[],
  reason: Invoice['billing_reason'],
  draft = false,
): Subscription {
  const discounts = discountsOf(books, subscription);
  const invoice = composeInvoice(books, { subscription, lines, discounts, reason, draft });
  // An unpaid subscription has ended its service, so its further invoices stay drafts.
  const rests = subscription.status === 'unpaid';
  if (rests) {
    invoice.auto_advance = false;
    invoice.automatically_finalizes_at = null;
  }
  books.save(invoice, 'invoice.created');
  const kept = lines.every(({ proration }) => proration) ? books.hidden(subscription).debits : [];
  books.save(subscription, undefined, {
    debits: [...(kept ?? []), ...debitsOf(lines, invoice)],
  });
  // A coupon for one use is used up when it has reduced an amount.
  const used = invoice.total_discount_amounts.filter(({ amount }) => amount > 0);
  const left = discounts.filter(
    ({ id, ...discount }) =>
      couponOf(books, { id, ...discount }).duration === 'forever' ||
      !used.some((one) => one.discount === id),
  );
  books.save(
    { ...subscription, latest_invoice: invoice.id, discounts: left.map(({ id }) => id) },
    'customer.subscription.updated',
  );
  if (!draft && !rests) {
    const open = finalizeInvoice(books, invoice);
    if (open.status === 'open' && subscription.pause_collection) {
      closeInvoice(books, open, 'uncollectible');
    } else {
      collect(books, open);
    }
  }
  return books.get('subscription', subscription.id);
}

/** What the lines of an invoice debit. Its discounts reduce the line of the period, of which there is one at most. */
function debitsOf(lines: Line[], { total_discount_amounts }: Invoice): Debit[] {
  const discount = total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0);
  return lines
    .filter(({ amount }) => amount > 0)
    .map(({ amount, proration, period }) => ({
      ...period,
      amount: proration ? amount : amount - discount,
    }));
}
