import type Stripe from 'stripe';
import * as z from 'zod';
import { discountsOf, itemOf, lineFor, planChange } from './billing.ts';
import type { Books } from './books.ts';
import { invalid, StripeFailure } from './failure.ts';
import { composeInvoice } from './invoices.ts';
import { composeSubscription } from './new-subscription.ts';
import { operation, text, whole } from './operation.ts';
import { periodEnd } from './periods.ts';
import {
  type ChangeInput,
  changedItem,
  chooseDiscounts,
  discounts,
  futureTrialEnd,
  proration,
  readChange,
  recurringPrice,
  trialEnd,
} from './subscription-change.ts';
import { hasEnded } from './subscription-status.ts';

const previewInput = {
  customer: text.optional(),
  subscription: text.optional(),
  discounts: discounts.optional(),
  subscription_details: z
    .strictObject({
      items: z.array(changedItem).length(1).optional(),
      proration_behavior: proration.default('create_prorations'),
      proration_date: whole.optional(),
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      trial_end: trialEnd.optional(),
    })
    .optional(),
};

/** The preview of the next invoice. */
export const createPreview = operation(
  'POST /v1/invoices/create_preview',
  previewInput,
  // The transaction is undone, with the discounts and changes that the preview needed.
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
  const made = composeSubscription(books, {
    customer,
    price: recurringPrice(books, price),
    quantity: items[0]?.quantity ?? 1,
    trialEnd: typeof trial_end === 'number' ? futureTrialEnd(books, trial_end) : undefined,
  });
  return books.save(made);
}

/** The lines of the next invoice: those of the change, or else those of the next period. */
function planPreview(books: Books, before: Stripe.Subscription, input: ChangeInput) {
  const { current_period_start: start, current_period_end: end } = itemOf(before);
  // A subscription that is not bought yet: its first invoice.
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
