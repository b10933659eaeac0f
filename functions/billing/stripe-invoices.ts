import type Stripe from 'stripe';
import { ProductError } from '#shared/errors.ts';
import { ask, charged, isMissing, wantsAuthentication } from './stripe-client.ts';

/** A payment that has not come. */
export interface OpenPayment {
  /**
   * `action`: the bank asks the customer to authenticate it in the browser, with the secret. `declined`: it was refused,
   * the message says why. `processing`: a bank debit is under way.
   */
  status: 'action' | 'declined' | 'processing';
  clientSecret: string;
  message?: string;
}

/** The payment that a subscription waits for; undefined when there is none. */
export async function fetchOpenPayment(
  client: Stripe,
  { latest_invoice }: Stripe.Subscription,
): Promise<OpenPayment | undefined> {
  const id = typeof latest_invoice === 'string' ? latest_invoice : latest_invoice?.id;
  if (!id) return undefined;
  const invoice = await client.invoices.retrieve(id, {
    expand: ['confirmation_secret', 'payments.data.payment.payment_intent'],
  });
  const intent = intentsOf(invoice).at(-1);
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (invoice.status !== 'open' || !intent || !clientSecret) return undefined;
  if (intent.status === 'requires_action') return { status: 'action', clientSecret };
  if (intent.status === 'processing') return { status: 'processing', clientSecret };
  const { message } = intent.last_payment_error ?? {};
  return message === undefined ? undefined : { status: 'declined', clientSecret, message };
}

const intentsOf = ({ payments }: Stripe.Invoice): Stripe.PaymentIntent[] =>
  (payments?.data ?? []).flatMap(({ payment: { payment_intent: intent } }) =>
    typeof intent === 'object' ? [intent] : [],
  );

/**
 * Pays what is open of a subscription, oldest first; never what an earlier one has left. Throws `PaymentDeclined`. What
 * the customer has to authenticate stays open.
 */
export async function payOpenInvoices(subscriptionId: string): Promise<void> {
  await ask(async (client) => {
    const open = await openInvoices(client, subscriptionId);
    for (const { id } of open.toReversed()) {
      const paying = client.invoices.pay(id).catch((error) => {
        if (!wantsAuthentication(error)) throw error;
      });
      await charged(paying);
    }
  });
}

/** Invoices of a subscription that are to be paid, newest first. */
export async function openInvoices(
  client: Stripe,
  subscription: string,
): Promise<Stripe.Invoice[]> {
  return (await client.invoices.list({ subscription, status: 'open', limit: 100 })).data;
}

/**
 * A customer's invoices, newest first, that are over something and to be paid, or paid. Fewer than `limit` are all
 * that there are after the one with the id `after`. Throws `NotFound` if the id is not of an invoice of the customer.
 */
export async function listInvoices(customer: string, limit: number, after?: string) {
  const found: {
    id: string;
    created: number;
    total: number;
    paid: boolean;
    invoice_pdf: string | null;
  }[] = [];
  let last = after;
  do {
    const page = await ask((client) => invoicesAfter(client, customer, last));
    for (const { id, created, total, status, invoice_pdf } of page.data) {
      const isVoid = status === 'draft' || status === 'void';
      if (total === 0 || isVoid) continue;
      found.push({ id, created, total, paid: status === 'paid', invoice_pdf: invoice_pdf ?? null });
    }
    last = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (last !== undefined && found.length < limit);
  return found.slice(0, limit);
}

const invoicesAfter = (client: Stripe, customer: string, after: string | undefined) =>
  client.invoices
    .list({ customer, limit: 100, ...(after && { starting_after: after }) })
    .catch((error) => {
      throw after && isMissing(error) ? new ProductError('NotFound') : error;
    });

export interface InvoiceFacts {
  id: string;
  customerId: string;
  status: string;
  total: number;
  attempts: number;
  /** The bank wants the customer to authenticate the payment. */
  needsAuthentication: boolean;
}

/** An invoice as it stands now; undefined if there is none with this id. */
export async function fetchInvoice(invoiceId: string): Promise<InvoiceFacts | undefined> {
  const invoice = await ask((client) =>
    client.invoices
      .retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] })
      .catch((error) => {
        if (!isMissing(error)) throw error;
      }),
  );
  if (!invoice) return undefined;
  const { id, customer, status, total, attempt_count } = invoice;
  return {
    id,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? ''),
    status: status ?? 'draft',
    total,
    attempts: attempt_count,
    needsAuthentication: intentsOf(invoice).some(({ status }) => status === 'requires_action'),
  };
}
