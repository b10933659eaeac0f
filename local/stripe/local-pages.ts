import type { IncomingMessage, ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import * as z from 'zod';
import { escapeHtml } from '#local/aws/html.ts';
import { BodyTooLarge, readBody } from '#local/host/read-body.ts';
import type { Account } from './account.ts';
import type { Books } from './books.ts';
import { invalid, missing, StripeFailure } from './failure.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { authenticatePayment, confirmPayment } from './payment-intents.ts';
import { makePaymentMethod, newPaymentMethod } from './payment-methods.ts';
import { authenticateSetup, confirmSetup } from './setup-intents.ts';

const base = '/_local/stripe';
const maxBodyBytes = 10_000;

const confirmation = z.strictObject({
  client_secret: z.string(),
  payment_method: z.string().optional(),
  return_url: z.string().optional(),
});
const authentication = z.strictObject({
  client_secret: z.string(),
  outcome: z.enum(['succeed', 'fail']),
});

/**
 * The addresses that replace Stripe.js and the customer's bank for the local forms:
 * - `POST /_local/stripe/payment_methods` makes a payment method of a number,
 * - `POST /_local/stripe/confirm` confirms a setup or payment intent by its client secret,
 * - `GET` and `POST /_local/stripe/authenticate` is the bank's page that authenticates the customer,
 * - `GET /_local/stripe/invoices/{id}` and `…/pdf` show an invoice.
 */
export function openLocalPages(account: Account) {
  const run = <T>(call: (books: Books) => T) =>
    account.run(call, { id: 'req_local', idempotency_key: null });
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    try {
      const path = url.pathname.slice(base.length);
      const [, invoiceId, pdf] = /^\/invoices\/(in_[0-9a-f]+)(\/pdf)?$/.exec(path) ?? [];
      const route = `${request.method} ${invoiceId ? '/invoices' : path}`;
      if (route === 'GET /invoices') {
        const invoice = run((books) => books.get('invoice', invoiceId!));
        if (pdf) sendPdf(response, invoice, await invoicePdf(invoice));
        else
          sendPage(
            response,
            invoicePage(
              invoice,
              run((books) => secretOf(books, invoice)),
            ),
          );
      } else if (route === 'GET /authenticate') {
        const secret = url.searchParams.get('client_secret') ?? '';
        run((books) => intentOf(books, secret));
        sendPage(response, authenticationPage(secret));
      } else if (route === 'POST /payment_methods') {
        const input = await readInput(request, newPaymentMethod);
        sendJson(
          response,
          200,
          run((books) => makePaymentMethod(books, input)),
        );
      } else if (route === 'POST /confirm') {
        const input = await readInput(request, confirmation);
        sendJson(
          response,
          200,
          run((books) => confirm(books, input)),
        );
      } else if (route === 'POST /authenticate') {
        const { client_secret, outcome } = await readInput(request, authentication);
        const { next_action } = run((books) => intentOf(books, client_secret));
        const intent = run((books) => authenticate(books, client_secret, outcome === 'succeed'));
        if (isForm(request)) sendBack(response, next_action?.redirect_to_url?.return_url);
        else sendJson(response, 200, intent);
      } else sendJson(response, 404, { message: `There is no ${request.method} ${url.pathname}` });
    } catch (error) {
      if (error instanceof BodyTooLarge) sendJson(response, 413, { message: 'Too large.' });
      else if (error instanceof StripeFailure)
        sendJson(response, error.status, { error: error.body });
      else throw error;
    }
  };
}

/** The intent that a client secret belongs to. */
function intentOf(books: Books, secret: string): Stripe.SetupIntent | Stripe.PaymentIntent {
  const intent = books.store.find(secret.split('_secret_')[0]!);
  const known = intent?.object === 'setup_intent' || intent?.object === 'payment_intent';
  if (!known || intent.client_secret !== secret) throw missing('intent', 'client_secret');
  return intent;
}

function confirm(books: Books, { client_secret, ...input }: z.output<typeof confirmation>) {
  const intent = intentOf(books, client_secret);
  // The form shows the mandate above its button.
  return intent.object === 'setup_intent'
    ? confirmSetup(books, intent, { ...input, mandate_data: {} })
    : confirmPayment(books, intent, input);
}

function authenticate(books: Books, secret: string, agreed: boolean) {
  const intent = intentOf(books, secret);
  return intent.object === 'setup_intent'
    ? authenticateSetup(books, intent, agreed)
    : authenticatePayment(books, intent, agreed);
}

/** The secret of the payment that an invoice waits for, if the customer must authenticate it. */
function secretOf(books: Books, invoice: Stripe.Invoice): string | undefined {
  const { paymentIntent } = books.hidden(invoice);
  const intent = paymentIntent ? books.get('payment_intent', paymentIntent) : undefined;
  return intent?.status === 'requires_action' ? intent.client_secret! : undefined;
}

const isForm = ({ headers }: IncomingMessage) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;

/** Reads a body as JSON (from a script) or as a form (from a page). Its errors contain no card numbers. */
async function readInput<S extends z.ZodType>(
  request: IncomingMessage,
  shape: S,
): Promise<z.output<S>> {
  const text = (await readBody(request, maxBodyBytes)).toString('utf8');
  const parsed = shape.safeParse(
    isForm(request) ? Object.fromEntries(new URLSearchParams(text)) : tryJson(text),
  );
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw invalid(`${path.join('.')}: ${message}`, 'parameter_invalid', path.join('.'));
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:32rem;padding:0 1rem}button{font:inherit;margin-right:1rem}</style>
<h1>${escapeHtml(title)}</h1>${body}</html>`;

function authenticationPage(secret: string): string {
  const button = (outcome: string, label: string) =>
    `<button name="outcome" value="${outcome}">${label}</button>`;
  return page(
    'Your bank (local stand-in)',
    `<p>Is it really you who pays?</p>
<form method="post" action="${base}/authenticate"><input type="hidden" name="client_secret" value="${escapeHtml(secret)}">
${button('succeed', 'Complete authentication')}${button('fail', 'Fail authentication')}</form>`,
  );
}

function invoicePage(invoice: Stripe.Invoice, secret: string | undefined): string {
  const link = `<p><a href="${base}/invoices/${invoice.id}/pdf">Download PDF</a></p>`;
  const pay = secret
    ? `<p><a href="${base}/authenticate?client_secret=${escapeHtml(secret)}">Authenticate the payment</a></p>`
    : '';
  const status = `<p>$${(invoice.amount_due / 100).toFixed(2)}, ${escapeHtml(invoice.status ?? '')}</p>`;
  return page(`Invoice ${invoice.number ?? ''}`, status + pay + link);
}

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

function sendPage(response: ServerResponse, html: string): void {
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy,
    })
    .end(html);
}

/** The bank sends the customer back to where they came from. */
function sendBack(response: ServerResponse, returnUrl: string | null | undefined): void {
  if (returnUrl) response.writeHead(303, { location: returnUrl }).end();
  else sendPage(response, page('Thank you', '<p>Your bank has your answer.</p>'));
}

function sendPdf(response: ServerResponse, invoice: Stripe.Invoice, pdf: Buffer): void {
  response
    .writeHead(200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Invoice-${invoice.number ?? 'draft'}.pdf"`,
    })
    .end(pdf);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
}
