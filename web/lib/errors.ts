import { ApiError } from '#shared/client.ts';
import { ProductError } from '#shared/errors.ts';

const unforeseenText = 'Something went wrong. Please try again later.';

/**
 * A failure whose message is written for people. Calls of the API and of the identity provider fail with an
 * `ApiError`; what the browser checks itself fails with a `ProductError`.
 */
function isForPeople(error: unknown): error is ApiError | ProductError {
  return error instanceof ApiError || error instanceof ProductError;
}

/** The text that a person reads. The message of a programming error is not for them. */
export function messageOf(error: unknown): string {
  return isForPeople(error) && error.message !== '' ? error.message : unforeseenText;
}

/** Code of a failure: of `shared/errors.ts`, `Unreachable`, or the identity provider's exception. */
export function codeOf(error: unknown): string | undefined {
  return isForPeople(error) ? error.code : undefined;
}

/** Whether the requested thing does not exist, or is hidden from this person. */
export function isNotFound(error: unknown): boolean {
  return isForPeople(error) && error.status === 404;
}

/** Whether the request itself is invalid, such as a malformed publication number. */
export function isInvalid(error: unknown): boolean {
  return isForPeople(error) && error.status === 400;
}

/** Whether the request was understood and refused, so that repeating it does not help. */
export function isRefusal(error: unknown): boolean {
  return isForPeople(error) && error.status >= 400 && error.status < 500;
}

/** The id by which support finds a failed request in the logs. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.requestId : undefined;
}
