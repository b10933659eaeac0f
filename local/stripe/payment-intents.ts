import type Stripe from 'stripe';
import type { Books } from './books.ts';
import { invalid } from './failure.ts';
import { settleInvoice } from './invoices.ts';
import { createdFilter, listing, retrieval, text } from './operation.ts';
import { resolvePaymentMethod } from './payment-methods.ts';
import { attemptPayment, completePayment, refusePayment, throwIfRefused } from './payments.ts';
import { methodToAuthenticate } from './setup-intents.ts';
import { declineText } from './test-methods.ts';

/** The bank has answered a debit. */
export function settleDebit(books: Books, intent: Stripe.PaymentIntent): void {
  const method = books.get('payment_method', intent.payment_method as string);
  const charge = books.get('charge', intent.latest_charge as string);
  const { behaviour } = books.hidden(method);
  if (behaviour?.kind === 'declines') {
    const failure = { failure_code: behaviour.code, failure_message: declineText(behaviour.code) };
    books.save({ ...charge, status: 'failed', paid: false, ...failure }, 'charge.failed');
    settleInvoice(books, refusePayment(books, intent, undefined, { code: behaviour.code }));
    return;
  }
  books.save({ ...charge, status: 'succeeded', paid: true }, 'charge.succeeded');
  settleInvoice(books, completePayment(books, intent, charge.id));
}

/** The customer has answered the authentication of their bank. */
export function authenticatePayment(books: Books, intent: Stripe.PaymentIntent, agreed: boolean) {
  const method = methodToAuthenticate(books, intent);
  const after = agreed
    ? attemptPayment(books, intent, method, { authenticated: true })
    : refusePayment(books, intent, method, { code: 'payment_intent_authentication_failure' });
  settleInvoice(books, after);
  return after;
}

/** Charges the payment method that the customer has chosen, in their presence. Throws if it is refused. */
export function confirmPayment(
  books: Books,
  intent: Stripe.PaymentIntent,
  { payment_method, return_url }: { payment_method?: string; return_url?: string },
): Stripe.PaymentIntent {
  if (
    !['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
  )
    throw invalid(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
    );
  const wanted = payment_method ?? intent.payment_method;
  if (typeof wanted !== 'string')
    throw invalid('You cannot confirm this PaymentIntent because it is missing a payment method.');
  const method = resolvePaymentMethod(books, wanted, 'payment_method');
  const after = attemptPayment(books, intent, method, { returnUrl: return_url });
  settleInvoice(books, after);
  throwIfRefused(after);
  return after;
}

export const paymentOperations = {
  retrieveCharge: retrieval('charge', '/v1/charges'),
  listCharges: listing('charge', '/v1/charges', {
    customer: text.optional(),
    payment_intent: text.optional(),
    ...createdFilter,
  }),
};
