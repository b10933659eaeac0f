import type Stripe from 'stripe';
import type { Books } from './books.ts';

export const hasEnded = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired';

/** The subscription that an invoice is for. */
export function subscriptionOf(books: Books, invoice: Stripe.Invoice) {
  const id = invoice.parent?.subscription_details?.subscription;
  return typeof id === 'string' ? books.get('subscription', id) : undefined;
}

/** The payment method of a subscription: its own, else its customer's default. */
export function paymentMethodOf(
  books: Books,
  subscription: Pick<Stripe.Subscription, 'customer' | 'default_payment_method'>,
): Stripe.PaymentMethod | undefined {
  const { invoice_settings } = books.get('customer', subscription.customer as string);
  const id = subscription.default_payment_method ?? invoice_settings.default_payment_method;
  return typeof id === 'string' ? books.get('payment_method', id) : undefined;
}

/** Ends a subscription at once. Its open invoices stay open and are not charged again. */
export function endSubscription(
  books: Books,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason = 'cancellation_requested',
  details: { comment?: string; feedback?: string } = {},
): Stripe.Subscription {
  for (const invoice of books.list('invoice', subscription.customer as string)) {
    const its = invoice.parent?.subscription_details?.subscription === subscription.id;
    if (its && (invoice.status === 'open' || invoice.status === 'draft'))
      books.save({
        ...invoice,
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
  }
  const { cancellation_details } = subscription;
  return books.save(
    {
      ...subscription,
      canceled_at: subscription.canceled_at ?? books.now,
      cancellation_details: {
        comment: details.comment ?? cancellation_details?.comment ?? null,
        feedback: details.feedback ?? cancellation_details?.feedback ?? null,
        feedback_option: null,
        reason: cancellation_details?.reason ?? reason,
      },
      ended_at: books.now,
      status: 'canceled',
    },
    'customer.subscription.deleted',
  );
}

/**
 * The latest invoice of a subscription is paid, or its bank debit is under way: the subscription is active
 * again.
 */
export function invoicePaid(books: Books, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(books, invoice);
  if (!subscription || subscription.latest_invoice !== invoice.id) return;
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  books.save({ ...subscription, status: 'active' }, 'customer.subscription.updated');
}

/** A charge has failed: the subscription is past due, until the retries are over. */
export function invoiceFailed(books: Books, invoice: Stripe.Invoice): void {
  const subscription = subscriptionOf(books, invoice);
  // As at Stripe, only the latest invoice counts: once it is paid the subscription is active, even with
  // older open invoices.
  if (subscription?.latest_invoice !== invoice.id) return;
  if (!['active', 'past_due', 'trialing'].includes(subscription.status)) return;
  const over = invoice.next_payment_attempt === null && invoice.attempt_count > 1;
  const { afterRetries } = books.settings;
  if (over && afterRetries === 'canceled') {
    endSubscription(books, subscription, 'payment_failed');
    return;
  }
  const status = over ? afterRetries : 'past_due';
  books.save({ ...subscription, status }, 'customer.subscription.updated');
}
