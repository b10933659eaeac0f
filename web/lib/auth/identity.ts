import { ApiError, unreachable } from '#shared/client.ts';
import { errorCatalog } from '#shared/errors.ts';
import { loadConfig } from '#web/lib/config.ts';
import type { Cognito } from './cognito.ts';

/** How the provider quotes our own refusal: "PreAuthentication failed with error Too many attempts. …". */
const quotation = /^\w+ failed with error /;

/** The text for people about an exception of the provider: its own message if it is meant for people. */
function textOf({ name, message }: Error): string {
  switch (name) {
    case 'InvalidParameterException':
      return errorCatalog.InvalidRequest.message;
    // Our own limit of attempts by e-mail address.
    case 'UserLambdaValidationException':
      return message.replace(quotation, '').replace(/\.\.$/, '.');
    // The provider's limit of attempts by account and by network address.
    case 'LimitExceededException':
    case 'TooManyRequestsException':
    case 'ForbiddenException':
      return errorCatalog.TooManyAttempts.message;
    default:
      return message;
  }
}

/** A failure of the provider as an `ApiError`, whose code is the name of the exception. */
export function toIdentityError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error;
  if (error.name === 'NetworkError') return unreachable(error);
  if (!error.name.endsWith('Exception')) return error;
  return new ApiError({ code: error.name, message: textOf(error), status: 400, cause: error });
}

let opened: Promise<Cognito> | undefined;

/**
 * The provider, opened once. Its library is large, so it is loaded with the first call. A failed attempt is not
 * remembered.
 */
function open(): Promise<Cognito> {
  const library = () =>
    import('./cognito.ts').catch((error) => {
      throw unreachable(error);
    });
  opened ??= Promise.all([library(), loadConfig()])
    .then(([{ openCognito }, config]) => openCognito(config))
    .catch((error) => {
      opened = undefined;
      throw error;
    });
  return opened;
}

/** Calls the identity provider. Throws an `ApiError` for all that it refuses. */
export async function identity<T>(call: (cognito: Cognito) => Promise<T>): Promise<T> {
  try {
    return await call(await open());
  } catch (error) {
    throw toIdentityError(error);
  }
}
