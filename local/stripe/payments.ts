import type Stripe from 'stripe';
import type { Books } from './books.ts';
import { declined } from './failure.ts';
import { times } from './objects.ts';
import { isExpired } from './payment-methods.ts';
import { authenticationAction, clientSecret } from './setup-intents.ts';
import { declineText } from './test-methods.ts';

/** The payment intent of an invoice that is to be paid. */
export function makePaymentIntent(books: Books, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const id = books.newId('pi');
  const intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: clientSecret(id),
    confirmation_method: 'automatic',
    created: books.now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: `Payment for invoice ${invoice.number}`,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card', 'us_bank_account'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
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

/** Notes a refused payment; the intent wants another payment method. */
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

/** Tells the caller of a refused payment. What was written stays. */
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
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: !failed,
    created: books.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: result.failure_code ?? null,
    failure_message: result.failure_message ?? null,
    fraud_details: null,
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: result.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: method.type },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: result.status,
    transfer_data: null,
    transfer_group: null,
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
    // Nobody reads evidence here.
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

/** Nobody has answered a dispute in time. */
export const loseDispute = (books: Books, before: Stripe.Dispute) =>
  books.save({ ...before, status: 'lost' }, 'charge.dispute.closed');
