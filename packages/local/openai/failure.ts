/** Types of errors in OpenAI's API. */
type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'rate_limit_error'
  | 'server_error';

/** An error in OpenAI's own form: `{ "error": { message, type, param, code } }`. */
export class OpenAiFailure extends Error {
  readonly status: number;
  readonly body: { message: string; type: ErrorType; param: string | null; code: string | null };
  /** Headers of the answer beside its body, such as `retry-after`. */
  readonly headers: Record<string, string>;
  constructor(
    status: number,
    type: ErrorType,
    message: string,
    { param = null, code = null, headers = {} }: Details = {},
  ) {
    super(message);
    this.status = status;
    this.body = { message, type, param, code };
    this.headers = headers;
  }
}

interface Details {
  param?: string | null;
  code?: string | null;
  headers?: Record<string, string>;
}

/** The request is wrong, in the member `param`. */
export const invalid = (message: string, param: string | null = null, code: string | null = null) =>
  new OpenAiFailure(400, 'invalid_request_error', message, { param, code });
