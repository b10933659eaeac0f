import type { Books } from './books.ts';
import type { Invoice, PaymentMethod, Subscription } from './objects.ts';

export const hasEnded = ({ status }: Subscription) =>
  status === 'canceled' || status === 'incomplete_expired';

/** The id of the subscription that an invoice is for. */
export const subscriptionOf = ({ parent }: Invoice) => parent.subscription_details.subscription;

/** The default payment method of a customer. */
export function paymentMethodOf(books: Books, customer: string): PaymentMethod | undefined {
  const { default_payment_method } = books.get('customer', customer).invoice_settings;
  return default_payment_method ? books.get('payment_method', default_payment_method) : undefined;
}

/** Ends a subscription at once. Its open invoices stay open and are not charged again. */
export function endSubscription(books: Books, subscription: Subscription): Subscription {
  for (const invoice of books.list('invoice', subscription.customer)) {
    const isIts = subscriptionOf(invoice) === subscription.id;
    if (isIts && (invoice.status === 'open' || invoice.status === 'draft')) {
      books.save({
        ...invoice,
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
    }
  }
  return books.save({ ...subscription, status: 'canceled' }, 'customer.subscription.deleted');
}

/**
 * The latest invoice of a subscription is paid, or its bank debit is under way: the subscription is active
 * again.
 */
export function invoicePaid(books: Books, invoice: Invoice): void {
  const subscription = books.get('subscription', subscriptionOf(invoice));
  if (subscription.latest_invoice !== invoice.id) return;
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return;
  books.save({ ...subscription, status: 'active' }, 'customer.subscription.updated');
}

/** A charge has failed: the subscription is past due, and unpaid after the last retry. */
export function invoiceFailed(books: Books, invoice: Invoice): void {
  const subscription = books.get('subscription', subscriptionOf(invoice));
  // As at Stripe, only the latest invoice counts: once it is paid the subscription is active, even with
  // older open invoices.
  if (subscription.latest_invoice !== invoice.id) return;
  if (!['active', 'past_due', 'trialing'].includes(subscription.status)) return;
  const isOver = invoice.next_payment_attempt === null && invoice.attempt_count > 1;
  books.save(
    { ...subscription, status: isOver ? 'unpaid' : 'past_due' },
    'customer.subscription.updated',
  );
}
