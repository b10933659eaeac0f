import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { BodyTooLarge, readBody } from '#local/host/read-body.ts';
import type { Account } from './account.ts';
import type { Books } from './books.ts';
import { invalid, missing, StripeFailure } from './failure.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { PaymentIntent, SetupIntent } from './objects.ts';
import { authenticatePayment } from './payment-intents.ts';
import { makePaymentMethod, newPaymentMethod } from './payment-methods.ts';
import { authenticateSetup, confirmSetup } from './setup-intents.ts';

const base = '/_local/stripe';
const maxBodyBytes = 10_000;

const confirmation = z.strictObject({ client_secret: z.string(), payment_method: z.string() });
const authentication = z.strictObject({
  client_secret: z.string(),
  outcome: z.enum(['succeed', 'fail']),
});

/**
 * The addresses that replace Stripe.js and the customer's bank for the local forms:
 * - `POST /_local/stripe/payment_methods` makes a payment method of a number,
 * - `POST /_local/stripe/confirm` confirms a setup intent by its client secret,
 * - `POST /_local/stripe/authenticate` is the customer's answer to their bank,
 * - `GET /_local/stripe/invoices/{id}/pdf` is an invoice.
 */
export function openLocalPages(account: Account) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    try {
      const path = url.pathname.slice(base.length);
      const [, invoiceId] = /^\/invoices\/(in_[0-9a-f]+)\/pdf$/.exec(path) ?? [];
      if (request.method === 'GET' && invoiceId) {
        const [invoice, customer] = account.run((books) => {
          const found = books.get('invoice', invoiceId);
          return [found, books.get('customer', found.customer)] as const;
        });
        sendPdf(response, invoiceId, await invoicePdf(invoice, customer));
        return;
      }
      const act = request.method === 'POST' ? actions[path] : undefined;
      if (!act) {
        sendJson(response, 404, { message: `There is no ${request.method} ${url.pathname}` });
        return;
      }
      const body = (await readBody(request, maxBodyBytes)).toString('utf8');
      sendJson(
        response,
        200,
        account.run((books) => act(books, tryJson(body))),
      );
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        sendJson(response, 413, { message: 'Too large.' });
      } else if (error instanceof StripeFailure) {
        sendJson(response, error.status, { error: error.body });
      } else {
        throw error;
      }
    }
  };
}

/** What the forms do, by path. */
const actions: Record<string, (books: Books, body: unknown) => object> = {
  '/payment_methods': (books, body) => makePaymentMethod(books, parsed(newPaymentMethod, body)),
  '/confirm'(books, body) {
    const { client_secret, payment_method } = parsed(confirmation, body);
    const intent = intentOf(books, client_secret);
    if (intent.object !== 'setup_intent') throw missing('setup_intent', 'client_secret');
    return confirmSetup(books, intent, payment_method);
  },
  '/authenticate'(books, body) {
    const { client_secret, outcome } = parsed(authentication, body);
    const intent = intentOf(books, client_secret);
    return intent.object === 'setup_intent'
      ? authenticateSetup(books, intent, outcome === 'succeed')
      : authenticatePayment(books, intent, outcome === 'succeed');
  },
};

/** The intent that a client secret belongs to. */
function intentOf(books: Books, secret: string): SetupIntent | PaymentIntent {
  const intent = books.store.find(secret.split('_secret_')[0]!);
  const isIntent = intent?.object === 'setup_intent' || intent?.object === 'payment_intent';
  if (!isIntent || intent.client_secret !== secret) throw missing('intent', 'client_secret');
  return intent;
}

/** Throws unless a body has this form. The error contains no card numbers. */
function parsed<S extends z.ZodType>(shape: S, body: unknown): z.output<S> {
  const { success, data, error } = shape.safeParse(body);
  if (success) return data;
  const { path, message } = error.issues[0]!;
  throw invalid(`${path.join('.')}: ${message}`, 'parameter_invalid', path.join('.'));
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendPdf(response: ServerResponse, invoiceId: string, pdf: Buffer): void {
  response
    .writeHead(200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Invoice-${invoiceId}.pdf"`,
    })
    .end(pdf);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
}
