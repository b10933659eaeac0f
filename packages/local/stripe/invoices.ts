import * as z from 'zod';
import type { Books } from './books.ts';
import { declined, invalid } from './failure.ts';
import {
  type Coupon,
  type Discount,
  type Invoice,
  type InvoiceLine,
  type PaymentIntent,
  type Subscription,
  times,
} from './objects.ts';
import { listing, operation, retrieval, text } from './operation.ts';
import { attemptPayment, makePaymentIntent, throwIfRefused } from './payments.ts';
import {
  invoiceFailed,
  invoicePaid,
  paymentMethodOf,
  subscriptionOf,
} from './subscription-status.ts';

const path = '/v1/invoices';

/** A line that is not yet part of an invoice. */
export interface Line extends InvoiceLine {
  /** Prorations correct earlier charges, so no coupon applies to them. */
  proration: boolean;
}

/** The input of a new invoice. */
interface Order {
  subscription: Subscription;
  lines: Line[];
  discounts: Discount[];
  reason: Invoice['billing_reason'];
  /** Drafts stay for an hour. */
  draft?: boolean;
}

/** An invoice that is not stored. A preview needs no more. */
export function composeInvoice(books: Books, order: Order): Invoice {
  const { subscription, lines, discounts } = order;
  const { balance, id: customer } = books.get('customer', subscription.customer);
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  let left = lines.reduce((sum, line) => sum + (line.proration ? 0 : line.amount), 0);
  const total_discount_amounts = discounts.map((discount) => {
    const amount = Math.round((left * couponOf(books, discount).percent_off!) / 100);
    left -= amount;
    return { amount, discount: discount.id };
  });
  const total = total_discount_amounts.reduce((sum, { amount }) => sum - amount, subtotal);
  const finalizesAt = order.draft ? books.now + times.draft : null;
  return {
    id: books.newId('in'),
    object: 'invoice',
    // A negative balance is the customer's credit.
    amount_due: Math.max(0, total + balance),
    attempt_count: 0,
    auto_advance: true,
    automatically_finalizes_at: finalizesAt,
    billing_reason: order.reason,
    created: books.now,
    customer,
    invoice_pdf: null,
    lines: {
      data: lines.map(({ amount, description, period }) => ({ amount, description, period })),
    },
    next_payment_attempt: finalizesAt,
    parent: { subscription_details: { subscription: subscription.id } },
    starting_balance: balance,
    status: 'draft',
    total,
    total_discount_amounts,
  };
}

/** The coupon of a discount, even if the coupon has been deleted. */
export const couponOf = (books: Books, { source }: Discount) =>
  books.store.find(source.coupon) as Coupon;

/** Makes the PDF of the invoice and, if an amount is due, its payment intent. */
export function finalizeInvoice(books: Books, draft: Invoice): Invoice {
  const customer = books.get('customer', draft.customer);
  const { total, amount_due } = draft;
  const balance = draft.starting_balance + total - amount_due;
  if (balance !== customer.balance) books.save({ ...customer, balance }, 'customer.updated');
  const open: Invoice = {
    ...draft,
    automatically_finalizes_at: null,
    invoice_pdf: `${books.origin}/_local/stripe/invoices/${draft.id}/pdf`,
    next_payment_attempt: null,
    status: 'open',
  };
  if (amount_due === 0) {
    books.save(open, 'invoice.finalized');
    return markPaid(books, open);
  }
  const intent = makePaymentIntent(books, open);
  return books.save(open, 'invoice.finalized', { paymentIntent: intent.id });
}

/** The payment intent of a finalised invoice, if an amount is due. */
export function intentOf(books: Books, invoice: { id: string }): PaymentIntent | undefined {
  const { paymentIntent } = books.hidden(invoice);
  return paymentIntent ? books.get('payment_intent', paymentIntent) : undefined;
}

/** Charges an open invoice and updates its subscription. Returns the intent afterwards. */
export function collect(books: Books, invoice: Invoice): PaymentIntent | undefined {
  const intent = intentOf(books, invoice);
  if (invoice.status !== 'open' || !intent || intent.status === 'processing') return intent;
  const method = paymentMethodOf(books, invoice.customer);
  const after = attemptPayment(books, intent, method);
  settleInvoice(books, after);
  return after;
}

/** Updates the invoice and the subscription of a payment intent to the intent's state. */
export function settleInvoice(books: Books, intent: PaymentIntent): void {
  const invoice = books.get('invoice', books.hidden(intent).invoice!);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return;
  if (intent.status === 'succeeded') {
    markPaid(books, invoice);
  } else if (intent.status === 'processing') {
    books.save({ ...invoice, next_payment_attempt: null });
    invoicePaid(books, invoice);
  } else {
    markFailed(books, invoice, intent.status === 'requires_action');
  }
}

function markPaid(books: Books, open: Invoice): Invoice {
  const paid: Invoice = {
    ...open,
    attempt_count: open.attempt_count + (open.amount_due > 0 ? 1 : 0),
    next_payment_attempt: null,
    status: 'paid',
  };
  books.save(paid, 'invoice.paid');
  invoicePaid(books, paid);
  return paid;
}

function markFailed(books: Books, open: Invoice, wantsAction: boolean): void {
  const firstFailedAt = books.hidden(open).firstFailedAt ?? books.now;
  // The customer must pay the first invoice themselves. The subscription does not begin before.
  const retries = open.billing_reason === 'subscription_create' ? [] : times.retries;
  const next = retries.map((after) => firstFailedAt + after).find((time) => time > books.now);
  const failed: Invoice = {
    ...open,
    attempt_count: open.attempt_count + 1,
    next_payment_attempt: open.auto_advance ? (next ?? null) : null,
  };
  books.save(failed, 'invoice.payment_failed', { firstFailedAt });
  if (wantsAction) books.tell('invoice.payment_action_required', failed);
  invoiceFailed(books, failed);
}

/** Ends an open invoice without payment. */
export function closeInvoice(
  books: Books,
  invoice: Invoice,
  status: 'void' | 'uncollectible',
): Invoice {
  const intent = intentOf(books, invoice);
  if (status === 'void' && intent && intent.status !== 'succeeded') {
    books.save({ ...intent, status: 'canceled' });
  }
  return books.save(
    { ...invoice, status, next_payment_attempt: null },
    status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible',
  );
}

/** Throws unless the invoice can be paid. */
function openInvoice(invoice: Invoice): Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', 'invoice_already_paid');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalid(`This invoice is ${invoice.status}.`, 'invoice_not_editable');
  }
  return invoice;
}

export const invoiceOperations = {
  payInvoice: operation(`POST ${path}/{id}/pay`, { id: text }, ({ id }, books) => {
    const before = books.get('invoice', id);
    const isDraft = before.status === 'draft';
    const invoice = isDraft ? finalizeInvoice(books, before) : openInvoice(before);
    // A draft over nothing is paid by being finalised.
    if (invoice.status === 'paid') return invoice;
    const intent = collect(books, invoice);
    if (intent?.status === 'requires_action') {
      throw declined(
        'This payment requires additional user action before it can be completed successfully.',
        'invoice_payment_intent_requires_action',
      );
    }
    if (intent) throwIfRefused(intent);
    return books.get('invoice', id);
  }),
  voidInvoice: operation(`POST ${path}/{id}/void`, { id: text }, ({ id }, books) =>
    closeInvoice(books, openInvoice(books.get('invoice', id)), 'void'),
  ),
  retrieveInvoice: retrieval('invoice', path, [
    'confirmation_secret',
    'payments.data.payment.payment_intent',
  ]),
  listInvoices: listing(
    'invoice',
    path,
    {
      customer: text.optional(),
      subscription: text.optional(),
      status: z.literal('open').optional(),
    },
    (each, { subscription, status }) =>
      each.status === (status ?? each.status) &&
      (subscription === undefined || subscriptionOf(each) === subscription),
  ),
};
