import type { Books } from './books.ts';
import { declined } from './failure.ts';
import type { Charge, Dispute, Invoice, PaymentIntent, PaymentMethod } from './objects.ts';
import { times } from './objects.ts';
import { isExpired } from './payment-methods.ts';
import { clientSecret } from './setup-intents.ts';
import { declineText } from './test-methods.ts';

/** A new payment intent for an invoice. */
export function makePaymentIntent(books: Books, invoice: Invoice): PaymentIntent {
  const id = books.newId('pi');
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    amount: invoice.amount_due,
    client_secret: clientSecret(id),
    customer: invoice.customer,
    last_payment_error: null,
    latest_charge: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  return books.save(intent, undefined, { invoice: invoice.id });
}

/**
 * Charges a payment method. The answer's status is `succeeded`, `processing` (a bank debit under way),
 * `requires_action` (the customer must authenticate) or `requires_payment_method` (refused).
 */
export function attemptPayment(
  books: Books,
  before: PaymentIntent,
  method: PaymentMethod | undefined,
  authenticated = false,
): PaymentIntent {
  if (!method) return refusePayment(books, before, undefined, 'payment_method_missing');
  const intent = { ...before, payment_method: method.id };
  const hidden = books.hidden(method);
  const behaviour = hidden.behaviour ?? { kind: 'works' };
  if (method.us_bank_account) {
    const charge = keepCharge(books, intent, 'pending');
    return books.save(
      { ...intent, status: 'processing', latest_charge: charge.id, last_payment_error: null },
      undefined,
      { settlesAt: books.now + times.bankSettlement },
    );
  }
  if (isExpired(method, books.now)) return refusePayment(books, intent, method, 'expired_card');
  if (behaviour.kind === 'declines') {
    return refusePayment(books, intent, method, behaviour.code, behaviour.declineCode);
  }
  if (behaviour.kind === 'authenticates') {
    const agreed = authenticated || (hidden.authenticated && !behaviour.always);
    if (!agreed) {
      return books.save({ ...intent, status: 'requires_action' }, 'payment_intent.requires_action');
    }
    if (behaviour.declineCode) {
      return refusePayment(books, intent, method, 'card_declined', behaviour.declineCode);
    }
  }
  const charge = keepCharge(books, intent, 'succeeded');
  if (behaviour.kind === 'disputes') dispute(books, charge);
  return completePayment(books, intent, charge.id);
}

export const completePayment = (books: Books, intent: PaymentIntent, charge: string) =>
  books.save(
    { ...intent, status: 'succeeded', latest_charge: charge, last_payment_error: null },
    'payment_intent.succeeded',
  );

/** Stores a refused payment. The intent then requires another payment method. */
export function refusePayment(
  books: Books,
  intent: PaymentIntent,
  method: PaymentMethod | undefined,
  code: string,
  declineCode = code,
): PaymentIntent {
  const charge = method && keepCharge(books, intent, 'failed');
  return books.save(
    {
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: charge?.id ?? intent.latest_charge,
      last_payment_error: { code, message: declineText(declineCode) },
    },
    'payment_intent.payment_failed',
  );
}

/** The error of a refused payment. The writes of the call stay. */
export function throwIfRefused({ status, last_payment_error: error }: PaymentIntent): void {
  if (status === 'requires_payment_method' && error) throw declined(error.message, error.code);
}

const keepCharge = (books: Books, intent: PaymentIntent, status: Charge['status']) =>
  books.save<Charge>({
    id: books.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    customer: intent.customer,
    status,
  });

/** The holder of the card says that the charge was not theirs. */
function dispute(books: Books, charge: Charge): void {
  const opened: Dispute = {
    id: books.newId('du'),
    object: 'dispute',
    charge: charge.id,
    created: books.now,
    status: 'needs_response',
  };
  books.save(opened, 'charge.dispute.created');
}

/** A dispute was not answered in time. */
export const loseDispute = (books: Books, before: Dispute) =>
  books.save({ ...before, status: 'lost' }, 'charge.dispute.closed');
