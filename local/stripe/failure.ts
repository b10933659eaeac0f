import type Stripe from 'stripe';

/** The body of a failed call, below `error`. */
interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_method?: Stripe.PaymentMethod;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
}

/** An error of Stripe's API. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /**
   * Whether the writes of the call stay, for instance the attempt with a refused card. Most failures undo
   * them.
   */
  readonly keepsWrites: boolean;
  constructor(status: number, body: ErrorBody, keepsWrites = false) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.keepsWrites = keepsWrites;
  }
}

/** The request is invalid. */
export const invalid = (message: string, code?: string, param?: string) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, code, param });

/** `param` names the parameter that holds the id. It is absent if the id is in the path. */
export const missing = (type: string, id: string, param?: string) =>
  new StripeFailure(param ? 400 : 404, {
    type: 'invalid_request_error',
    message: `No such ${type.replaceAll('_', ' ')}: '${id}'`,
    code: 'resource_missing',
    param: param ?? 'id',
  });

/** A card or bank account that was refused. */
export const declined = (body: Omit<ErrorBody, 'type'>, keepsWrites = true) =>
  new StripeFailure(402, { type: 'card_error', ...body }, keepsWrites);

/** A failed verification, which counts as an attempt. */
export const failedAttempt = (body: Omit<ErrorBody, 'type'>) =>
  new StripeFailure(400, { type: 'invalid_request_error', ...body }, true);
