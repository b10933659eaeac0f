import { errorCatalog } from '#shared/errors.ts';

/** The identity provider's exception name. */
export function authErrorName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** How the provider quotes our own refusal: "PreAuthentication failed with error Too many attempts. …". */
const quotation = /^\w+ failed with error /;

/** A failed sign-in, sign-up or reset as people read it: in the provider's words where they are for people. */
export function shownAuthError(error: unknown): unknown {
  switch (authErrorName(error)) {
    case 'InvalidParameterException':
      return new Error('Please check your input information.');
    // Our own limit of attempts with an address.
    case 'UserLambdaValidationException':
      return new Error((error as Error).message.replace(quotation, '').replace(/\.\.$/, '.'));
    // The provider's, of attempts with an account and from a network address.
    case 'LimitExceededException':
    case 'TooManyRequestsException':
    case 'ForbiddenException':
      return new Error(errorCatalog.TooManyAttempts.message);
    default:
      return error;
  }
}
