import type { Books } from './books.ts';
import { settleInvoice } from './invoices.ts';
import type { PaymentIntent } from './objects.ts';
import { listing, retrieval, text } from './operation.ts';
import { attemptPayment, completePayment, refusePayment } from './payments.ts';
import { methodToAuthenticate } from './setup-intents.ts';

/** The bank has answered a debit. */
export function settleDebit(books: Books, intent: PaymentIntent): void {
  const charge = books.get('charge', intent.latest_charge!);
  const { behaviour } = books.hidden({ id: intent.payment_method! });
  const fails = behaviour?.kind === 'declines';
  books.save({ ...charge, status: fails ? 'failed' : 'succeeded' });
  const after = fails
    ? refusePayment(books, intent, undefined, behaviour.code)
    : completePayment(books, intent, charge.id);
  settleInvoice(books, after);
}

/** The customer has answered the authentication of their bank. */
export function authenticatePayment(books: Books, intent: PaymentIntent, agreed: boolean) {
  const method = methodToAuthenticate(books, intent);
  const after = agreed
    ? attemptPayment(books, intent, method, true)
    : refusePayment(books, intent, method, 'payment_intent_authentication_failure');
  settleInvoice(books, after);
  return after;
}

export const paymentOperations = {
  retrieveCharge: retrieval('charge', '/v1/charges'),
  listCharges: listing('charge', '/v1/charges', { customer: text.optional() }, () => true),
};
