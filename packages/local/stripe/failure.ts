/** The body of a failed call, below `error`. */
interface ErrorBody {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
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
export const declined = (message: string, code: string, keepsWrites = true) =>
  new StripeFailure(402, { type: 'card_error', message, code }, keepsWrites);

/** A failed verification, which counts as an attempt. */
export const failedAttempt = (message: string, code: string) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, code }, true);
