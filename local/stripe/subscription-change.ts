import type Stripe from 'stripe';
import * as z from 'zod';
import { type Change, discountEnd, itemOf } from './billing.ts';
import type { Books } from './books.ts';
import { redeem } from './catalogue.ts';
import { invalid } from './failure.ts';
import { times } from './objects.ts';
import { text, whole } from './operation.ts';

export const quantity = whole.pipe(z.number().min(1));
export const discounts = z.union([
  z.literal(''),
  z.array(
    z.strictObject({
      coupon: text.optional(),
      promotion_code: text.optional(),
      discount: text.optional(),
    }),
  ),
]);
export const proration = z.enum(['create_prorations', 'always_invoice', 'none']);
export const trialEnd = z.union([z.literal('now'), whole]);
/** A subscription has exactly one item here. */
export const changedItem = z.strictObject({
  id: text.optional(),
  price: text.optional(),
  quantity: quantity.optional(),
});

type Discounts = z.output<typeof discounts>;

/**
 * Ids of the discounts after a change. Discounts given by id stay; coupons and promotion codes are
 * redeemed.
 */
export function chooseDiscounts(
  books: Books,
  chosen: Discounts,
  owner: Stripe.Subscription,
): string[] {
  if (chosen === '') return [];
  return chosen.map((choice, place) => {
    if (choice.discount) return books.get('discount', choice.discount, 'discounts').id;
    const ids = { customer: owner.customer as string, subscription: owner.id };
    const discount = redeem(books, choice, ids, `discounts[${place}]`);
    return books.save({ ...discount, end: discountEnd(books, discount) }).id;
  });
}

export function recurringPrice(books: Books, id: string): Stripe.Price {
  const price = books.get('price', id, 'items[0][price]');
  if (!price.active)
    throw invalid(
      'The price specified is inactive. This field only accepts active prices.',
      undefined,
      'items[0][price]',
    );
  return price;
}

export function futureTrialEnd(books: Books, end: number): number {
  if (end > books.now && end <= books.now + 730 * times.day) return end;
  throw invalid('Invalid timestamp: trials end within two years.', undefined, 'trial_end');
}

export interface ChangeInput {
  items?: z.output<typeof changedItem>[];
  proration_behavior: Change['proration'];
  proration_date?: number;
  billing_cycle_anchor?: 'now' | 'unchanged';
  trial_end?: number | 'now';
}

/** The change that a call asks for. Throws if it is impossible. */
export function readChange(books: Books, before: Stripe.Subscription, input: ChangeInput): Change {
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
