import Stripe from 'stripe';
import { ask, charged } from './stripe-client.ts';

/** What a payment came to. With a secret the bank asks the customer to authenticate it in the browser. */
export interface PaymentOutcome {
  client_secret?: string;
}

/** Pays what is open. Throws `PaymentDeclined`; an authentication that the bank wants is an outcome. */
export async function payOpenInvoices(customerId: string): Promise<PaymentOutcome> {
  return ask(async (client) => {
    const open = await client.invoices.list({
      customer: customerId,
      status: 'open',
      limit: 100,
      expand: ['data.confirmation_secret'],
    });
    for (const invoice of open.data.toReversed()) {
      const outcome = await charged(payInvoice(client, invoice));
      if (outcome.client_secret) return outcome;
    }
    return {};
  });
}

async function payInvoice(client: Stripe, invoice: Stripe.Invoice): Promise<PaymentOutcome> {
  try {
    await client.invoices.pay(invoice.id);
    return {};
  } catch (error) {
    if (!needsAuthentication(error)) throw error;
    return outcomeOf(invoice);
  }
}

const needsAuthentication = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  ['authentication_required', 'invoice_payment_intent_requires_action'].includes(error.code ?? '');

export const outcomeOf = (invoice: string | Stripe.Invoice | null): PaymentOutcome => {
  if (!invoice || typeof invoice === 'string' || invoice.status !== 'open') return {};
  const secret = invoice.confirmation_secret?.client_secret;
  return secret ? { client_secret: secret } : {};
};

/** One page of a customer's invoices, newest first. `after` is the id of the last one seen. */
export async function listInvoices(customerId: string, limit: number, after: string | undefined) {
  const page = await ask((client) =>
    client.invoices.list({
      customer: customerId,
      limit,
      ...(after && { starting_after: after }),
    }),
  );
  const invoices = page.data.map(({ id, created, total, status, invoice_pdf }) => ({
    id,
    created,
    total,
    paid: status === 'paid',
    invoice_pdf: invoice_pdf ?? null,
    draft: status === 'draft',
  }));
  return { invoices, next: page.has_more ? page.data.at(-1)?.id : undefined };
}

export interface InvoiceFacts {
  id: string;
  customerId: string;
  status: string;
  total: number;
  attempts: number;
  /** The bank wants the customer to authenticate the payment. */
  needsAuthentication: boolean;
}

/** An invoice as it stands now. */
export async function fetchInvoice(invoiceId: string): Promise<InvoiceFacts> {
  const invoice = await ask((client) =>
    client.invoices.retrieve(invoiceId, { expand: ['payments.data.payment.payment_intent'] }),
  );
  const { id, customer, status, total, attempt_count, payments } = invoice;
  const intents = (payments?.data ?? []).map(({ payment }) => payment.payment_intent);
  return {
    id,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? ''),
    status: status ?? 'draft',
    total,
    attempts: attempt_count,
    needsAuthentication: intents.some(
      (intent) => typeof intent === 'object' && intent?.status === 'requires_action',
    ),
  };
}
