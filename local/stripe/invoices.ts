import type Stripe from 'stripe';
import * as z from 'zod';
import type { Books } from './books.ts';
import { decimal } from './catalogue.ts';
import { declined, invalid } from './failure.ts';
import { nulls } from './nulls.ts';
import { type Line, times } from './objects.ts';
import { createdFilter, flag, listing, operation, pageOf, retrieval, text } from './operation.ts';
import { resolvePaymentMethod } from './payment-methods.ts';
import { attemptPayment, makePaymentIntent, throwIfRefused } from './payments.ts';
import {
  invoiceFailed,
  invoicePaid,
  paymentMethodOf,
  subscriptionOf,
} from './subscription-status.ts';

const path = '/v1/invoices';

/** The input of a new invoice. */
interface Order {
  customer: Stripe.Customer;
  subscription: string | null;
  lines: Line[];
  discounts: Stripe.Discount[];
  reason: Stripe.Invoice.BillingReason;
  /** The period of the invoice. A renewal has the period that ends. */
  period: { start: number; end: number };
  /** Drafts stay for an hour. */
  draft?: boolean;
}

/** An invoice that is not stored. A preview needs no more. */
export function composeInvoice(books: Books, order: Order, id = books.newId('in')): Stripe.Invoice {
  const { customer, subscription, lines, discounts } = order;
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  let left = lines.reduce((sum, line) => sum + (line.proration ? 0 : line.amount), 0);
  const total_discount_amounts = discounts.map((discount) => {
    const { percent_off, amount_off } = couponOf(books, discount);
    const amount = Math.min(left, amount_off ?? Math.round((left * percent_off!) / 100));
    left -= amount;
    return { amount, discount: discount.id };
  });
  const total = total_discount_amounts.reduce((sum, { amount }) => sum - amount, subtotal);
  // A negative balance is the customer's credit.
  const amount_due = Math.max(0, total + customer.balance);
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Local Stripe',
    amount_due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount_due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: order.draft ? books.now + times.draft : null,
    billing_reason: order.reason,
    collection_method: 'charge_automatically',
    created: books.now,
    currency: 'usd',
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: discounts.map((discount) => discount.id),
    issuer: { type: 'self' },
    lines: pageOf(
      lines.map((line) => invoiceLine(books, line, id, subscription)),
      `${path}/${id}/lines`,
      { limit: 100 },
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: order.draft ? books.now + times.draft : null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: {}, subscription },
          type: 'subscription_details',
        }
      : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: order.period.end,
    period_start: order.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: books.now,
    ...nulls('account_tax_ids application custom_fields customer_account customer_shipping'),
    ...nulls('default_payment_method default_source description due_date effective_at'),
    ...nulls('ending_balance footer from_invoice hosted_invoice_url invoice_pdf'),
    ...nulls('last_finalization_error latest_revision number on_behalf_of receipt_number'),
    ...nulls('rendering shipping_cost shipping_details statement_descriptor test_clock'),
  } satisfies Stripe.Invoice;
}

/** The coupon of a discount, even if the coupon has been deleted. */
function couponOf(books: Books, { source }: Stripe.Discount): Stripe.Coupon {
  return books.store.find(source.coupon as string) as Stripe.Coupon;
}

function invoiceLine(books: Books, line: Line, invoice: string, subscription: string | null) {
  return {
    id: books.newId('il'),
    object: 'line_item',
    amount: line.amount,
    currency: 'usd',
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.proration,
        proration_details: null,
        subscription,
        subscription_item: line.subscriptionItem,
      },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: line.price.product as string },
      type: 'price_details',
      unit_amount_decimal: decimal(line.price.unit_amount!),
    },
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  } satisfies Stripe.InvoiceLineItem;
}

/** Gives the invoice its number and, if an amount is due, its payment intent. */
export function finalizeInvoice(books: Books, draft: Stripe.Invoice): Stripe.Invoice {
  const customer = books.get('customer', draft.customer as string);
  const { total, amount_due } = draft;
  const balance = draft.starting_balance + total - amount_due;
  const sequence = (books.hidden(customer).invoices ?? 0) + 1;
  if (balance !== customer.balance) books.save({ ...customer, balance }, 'customer.updated');
  books.save(books.get('customer', customer.id), undefined, { invoices: sequence });
  const { origin } = books.settings;
  const open: Stripe.Invoice = {
    ...draft,
    automatically_finalizes_at: null,
    effective_at: books.now,
    ending_balance: balance,
    hosted_invoice_url: `${origin}/_local/stripe/invoices/${draft.id}`,
    invoice_pdf: `${origin}/_local/stripe/invoices/${draft.id}/pdf`,
    next_payment_attempt: null,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: books.now },
  };
  if (amount_due === 0) {
    books.save(open, 'invoice.finalized');
    return markPaid(books, open);
  }
  const intent = makePaymentIntent(books, open);
  books.save({
    id: books.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount_due,
    created: books.now,
    currency: 'usd',
    invoice: open.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  } satisfies Stripe.InvoicePayment);
  return books.save(open, 'invoice.finalized', { paymentIntent: intent.id });
}

/** The payment intent of a finalised invoice, if an amount is due. */
export function intentOf(books: Books, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined {
  const { paymentIntent } = books.hidden(invoice);
  return paymentIntent ? books.get('payment_intent', paymentIntent) : undefined;
}

const payerOf = (books: Books, invoice: Stripe.Invoice) =>
  paymentMethodOf(books, subscriptionOf(books, invoice)!);

/** Charges an open invoice and updates its subscription. Returns the intent afterwards. */
export function collect(
  books: Books,
  invoice: Stripe.Invoice,
  method = payerOf(books, invoice),
): Stripe.PaymentIntent | undefined {
  const intent = intentOf(books, invoice);
  if (invoice.status !== 'open' || !intent || intent.status === 'processing') return intent;
  const after = attemptPayment(books, intent, method);
  settleInvoice(books, after);
  return after;
}

/** Updates the invoice and the subscription of a payment intent to the intent's state. */
export function settleInvoice(books: Books, intent: Stripe.PaymentIntent): void {
  const invoice = books.get('invoice', books.hidden(intent).invoice!);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return;
  if (intent.status === 'succeeded') markPaid(books, invoice);
  else if (intent.status === 'processing') {
    books.save({ ...invoice, attempted: true, next_payment_attempt: null }, 'invoice.updated');
    invoicePaid(books, invoice);
  } else markFailed(books, invoice, intent.status === 'requires_action');
}

function markPaid(books: Books, open: Stripe.Invoice): Stripe.Invoice {
  const paid: Stripe.Invoice = {
    ...open,
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempt_count: open.attempt_count + (open.amount_due > 0 ? 1 : 0),
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: books.now },
  };
  books.save(paid, 'invoice.paid');
  books.tell('invoice.payment_succeeded', paid);
  const [payment] = books.list('invoice_payment').filter((each) => each.invoice === open.id);
  if (payment) {
    const status_transitions = { ...payment.status_transitions, paid_at: books.now };
    books.save(
      { ...payment, amount_paid: open.amount_due, status: 'paid', status_transitions },
      'invoice_payment.paid',
    );
  }
  setDelinquent(books, open, false);
  invoicePaid(books, paid);
  return paid;
}

function markFailed(books: Books, open: Stripe.Invoice, wantsAction: boolean): void {
  const { retryDays } = books.settings;
  const firstFailedAt = books.hidden(open).firstFailedAt ?? books.now;
  // The customer must pay the first invoice themselves. The subscription does not begin before.
  const retries = open.billing_reason === 'subscription_create' ? [] : retryDays;
  const next = retries
    .map((days) => firstFailedAt + days * times.day)
    .find((time) => time > books.now);
  const failed: Stripe.Invoice = {
    ...open,
    attempt_count: open.attempt_count + 1,
    attempted: true,
    next_payment_attempt: open.auto_advance ? (next ?? null) : null,
  };
  books.save(failed, 'invoice.payment_failed', { firstFailedAt });
  if (wantsAction) books.tell('invoice.payment_action_required', failed);
  books.tell('invoice.updated', failed);
  setDelinquent(books, open, true);
  invoiceFailed(books, failed);
}

/** A bank may answer a debit after the customer has been deleted. */
function setDelinquent(books: Books, invoice: Stripe.Invoice, delinquent: boolean): void {
  const customer = books.store.find(invoice.customer as string);
  if (customer?.object === 'customer' && !('deleted' in customer))
    books.save({ ...customer, delinquent }, 'customer.updated');
}

/** Ends an open invoice or draft without payment. */
export function closeInvoice(
  books: Books,
  invoice: Stripe.Invoice,
  status: 'void' | 'uncollectible',
): Stripe.Invoice {
  const intent = intentOf(books, invoice);
  if (status === 'void' && intent && intent.status !== 'succeeded')
    books.save(
      { ...intent, status: 'canceled', canceled_at: books.now, next_action: null },
      'payment_intent.canceled',
    );
  const member = status === 'void' ? 'voided_at' : 'marked_uncollectible_at';
  const status_transitions = { ...invoice.status_transitions, [member]: books.now };
  return books.save(
    { ...invoice, status, next_payment_attempt: null, status_transitions },
    status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible',
  );
}

/** Throws unless the invoice can be paid. */
function openInvoice(invoice: Stripe.Invoice): Stripe.Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', 'invoice_already_paid');
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalid(`This invoice is ${invoice.status}.`, 'invoice_not_editable');
  return invoice;
}

export const invoiceOperations = {
  payInvoice: operation(
    `POST ${path}/{id}/pay`,
    { id: text, payment_method: text.optional(), off_session: flag.optional() },
    ({ id, payment_method }, books) => {
      const before = books.get('invoice', id);
      const isDraft = before.status === 'draft';
      const invoice = isDraft ? finalizeInvoice(books, before) : openInvoice(before);
      // A draft over nothing is paid by being finalised.
      if (invoice.status === 'paid') return invoice;
      const method = payment_method
        ? resolvePaymentMethod(books, payment_method, 'payment_method')
        : undefined;
      const intent = collect(books, invoice, method);
      if (intent?.status === 'requires_action')
        throw declined({
          message:
            'This payment requires additional user action before it can be completed successfully.',
          code: 'invoice_payment_intent_requires_action',
          payment_intent: intent,
        });
      if (intent) throwIfRefused(intent);
      return books.get('invoice', id);
    },
  ),
  voidInvoice: operation(`POST ${path}/{id}/void`, { id: text }, ({ id }, books) =>
    closeInvoice(books, openInvoice(books.get('invoice', id)), 'void'),
  ),
  retrieveInvoice: retrieval('invoice', path),
  listInvoices: listing(
    'invoice',
    path,
    {
      customer: text.optional(),
      subscription: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      ...createdFilter,
    },
    (each, { subscription, status }) =>
      each.status === (status ?? each.status) &&
      (subscription === undefined ||
        each.parent?.subscription_details?.subscription === subscription),
  ),
};
