import * as z from 'zod';
import { discountsOf, nextPeriod, periodLine, planChange } from './billing.ts';
import type { Books } from './books.ts';
import { invalid, StripeFailure } from './failure.ts';
import { composeInvoice } from './invoices.ts';
import { operation, text, whole } from './operation.ts';
import { hasEnded } from './subscription-status.ts';
import {
  composeSubscription,
  cycleAnchor,
  priceOf,
  prorationBehavior,
  redeemAll,
  requireItem,
} from './subscriptions.ts';

/** What a purchase or a change of price would cost now. */
export const createPreview = operation(
  'POST /v1/invoices/create_preview',
  {
    customer: text,
    subscription: text.optional(),
    discounts: z
      .array(
        z.union([z.strictObject({ promotion_code: text }), z.strictObject({ discount: text })]),
      )
      .optional(),
    subscription_details: z.strictObject({
      items: z.array(z.strictObject({ id: text.optional(), price: text })).length(1),
      proration_behavior: prorationBehavior.optional(),
      billing_cycle_anchor: cycleAnchor.optional(),
      trial_end: whole.optional(),
    }),
  },
  // The transaction is undone, with the discounts that the preview needed.
  ({ customer, subscription: id, discounts, subscription_details: details }, books) =>
    books.store.undone(() => {
      const item = details.items[0]!;
      const price = priceOf(books, item.price);
      books.get('customer', customer, 'customer');
      if (!id) {
        const subscription = composeSubscription(books, customer, price, details.trial_end);
        subscription.discounts = discountIds(books, customer, discounts);
        return composeInvoice(books, {
          subscription,
          lines: [periodLine(books, subscription)],
          discounts: discountsOf(books, subscription),
          reason: 'upcoming',
        });
      }
      const before = books.get('subscription', id, 'subscription');
      if (hasEnded(before)) {
        throw new StripeFailure(404, {
          type: 'invalid_request_error',
          message: `No upcoming invoices for customer: ${customer}`,
          code: 'invoice_upcoming_none',
        });
      }
      if (details.trial_end) {
        throw invalid('Trials are given to new subscriptions only.', undefined, 'trial_end');
      }
      requireItem(before, item.id);
      const { subscription, lines } = planChange(books, before, price, details);
      if (discounts) subscription.discounts = discountIds(books, customer, discounts);
      return composeInvoice(books, {
        subscription,
        // A change that is not billed shows in the invoice of the next period.
        lines: lines.length > 0 ? lines : [periodLine(books, nextPeriod(subscription))],
        discounts: discountsOf(books, subscription),
        reason: 'upcoming',
      });
    }),
);

/** Ids of new discounts, and of those that a subscription has. */
const discountIds = (
  books: Books,
  customer: string,
  chosen: ({ promotion_code: string } | { discount: string })[] = [],
): string[] =>
  chosen.flatMap((choice) =>
    'discount' in choice ? [choice.discount] : redeemAll(books, customer, [choice]),
  );
