import type Stripe from 'stripe';
import type { Books } from './books.ts';
import { declined } from './failure.ts';
import { nulls } from './nulls.ts';
import { times } from './objects.ts';
import { isExpired } from './payment-methods.ts';
import { authenticationAction, clientSecret } from './setup-intents.ts';
import { declineText } from './test-methods.ts';

/** A new payment intent for an invoice. */
export function makePaymentIntent(books: Books, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const id = books.newId('pi');
  const intent = {
    id,
    object: 'payment_intent',
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: clientSecret(id),
    confirmation_method: 'automatic',
    created: books.now,
    currency: invoice.currency,
    customer: invoice.customer,
    description: `Payment for invoice ${invoice.number}`,
    livemode: false,
    metadata: {},
    payment_method_types: ['card', 'us_bank_account'],
    status: 'requires_payment_method',
    ...nulls('allowed_payment_method_types application application_fee_amount'),
    ...nulls('automatic_payment_methods canceled_at cancellation_reason customer_account'),
    ...nulls('excluded_payment_method_types last_payment_error latest_charge managed_payments'),
    ...nulls('next_action on_behalf_of payment_method payment_method_configuration_details'),
    ...nulls('payment_method_options payment_record processing receipt_email review'),
    ...nulls('setup_future_usage shipping source statement_descriptor'),
    ...nulls('statement_descriptor_suffix transfer_group'),
  } satisfies Stripe.PaymentIntent;
  return books.save(intent, 'payment_intent.created', { invoice: invoice.id });
}

/**
 * Charges a payment method. The answer's status is `succeeded`, `processing` (a bank debit under way),
 * `requires_action` (the customer must authenticate) or `requires_payment_method` (refused).
 */
export function attemptPayment(
  books: Books,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | undefined,
  { authenticated = false, returnUrl }: { authenticated?: boolean; returnUrl?: string } = {},
): Stripe.PaymentIntent {
  if (!method) return refusePayment(books, before, undefined, { code: 'payment_method_missing' });
  const intent = { ...before, payment_method: method.id, next_action: null };
  const hidden = books.hidden(method);
  const behaviour = hidden.behaviour ?? { kind: 'works' };
  if (method.us_bank_account) {
    const charge = keepCharge(books, intent, method, { status: 'pending' });
    return books.save(
      { ...intent, status: 'processing', latest_charge: charge.id, last_payment_error: null },
      'payment_intent.processing',
      { settlesAt: books.now + times.bankSettlement },
    );
  }
  if (isExpired(method, books.now))
    return refusePayment(books, intent, method, {
      code: 'expired_card',
      decline_code: 'expired_card',
    });
  if (behaviour.kind === 'declines')
    return refusePayment(books, intent, method, {
      code: behaviour.code,
      decline_code: behaviour.declineCode,
    });
  if (behaviour.kind === 'authenticates') {
    const agreed = authenticated || (hidden.authenticated && !behaviour.always);
    if (!agreed) {
      const next_action = authenticationAction(books, intent.client_secret!, returnUrl);
      return books.save(
        { ...intent, status: 'requires_action', next_action },
        'payment_intent.requires_action',
      );
    }
    if (behaviour.declineCode)
      return refusePayment(books, intent, method, {
        code: 'card_declined',
        decline_code: behaviour.declineCode,
      });
  }
  const charge = keepCharge(books, intent, method, { status: 'succeeded' });
  if (behaviour.kind === 'disputes') dispute(books, charge);
  return completePayment(books, intent, charge.id);
}

export const completePayment = (books: Books, intent: Stripe.PaymentIntent, charge: string) =>
  books.save(
    {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge,
      last_payment_error: null,
      next_action: null,
    },
    'payment_intent.succeeded',
  );

/** Stores a refused payment. The intent then requires another payment method. */
export function refusePayment(
  books: Books,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod | undefined,
  error: { code: string; decline_code?: string },
): Stripe.PaymentIntent {
  const message = declineText(error.decline_code ?? error.code);
  const failure = { failure_code: error.code, failure_message: message };
  const charge = method && keepCharge(books, intent, method, { status: 'failed', ...failure });
  return books.save(
    {
      ...intent,
      status: 'requires_payment_method',
      payment_method: null,
      latest_charge: charge?.id ?? intent.latest_charge,
      last_payment_error: {
        type: 'card_error',
        message,
        charge: charge?.id,
        payment_method: method,
        ...error,
      },
      next_action: null,
    },
    'payment_intent.payment_failed',
  );
}

/** The error of a refused payment. The writes of the call stay. */
export function throwIfRefused(intent: Stripe.PaymentIntent): void {
  const error = intent.last_payment_error;
  if (intent.status !== 'requires_payment_method' || !error) return;
  const { message = '', code, decline_code, payment_method } = error;
  throw declined({ message, code, decline_code, payment_method, payment_intent: intent });
}

function keepCharge(
  books: Books,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: { status: Stripe.Charge.Status; failure_code?: string; failure_message?: string },
): Stripe.Charge {
  const failed = result.status === 'failed';
  const charge = {
    id: books.newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failed ? 0 : intent.amount,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: !failed,
    created: books.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: result.failure_code ?? null,
    failure_message: result.failure_message ?? null,
    livemode: false,
    metadata: {},
    paid: result.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: method.type },
    refunded: false,
    status: result.status,
    ...nulls('application application_fee application_fee_amount balance_transaction'),
    ...nulls('calculated_statement_descriptor failure_balance_transaction fraud_details'),
    ...nulls('on_behalf_of outcome receipt_email receipt_number receipt_url review shipping'),
    ...nulls('source source_transfer statement_descriptor statement_descriptor_suffix'),
    ...nulls('transfer_data transfer_group'),
  } satisfies Stripe.Charge;
  return books.save(charge, `charge.${result.status}` as Stripe.Event.Type);
}

/** The holder of the card says that the charge was not theirs. */
function dispute(books: Books, charge: Stripe.Charge): void {
  books.save({ ...charge, disputed: true }, 'charge.updated');
  const opened = {
    id: books.newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: books.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    // Evidence is not emulated.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: books.now + 7 * times.day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  } satisfies Stripe.Dispute;
  books.save(opened, 'charge.dispute.created');
}

/** A dispute was not answered in time. */
export const loseDispute = (books: Books, before: Stripe.Dispute) =>
  books.save({ ...before, status: 'lost' }, 'charge.dispute.closed');
