import { messageOf } from '#web/lib/errors.ts';

/** The identity provider's exception name. */
export function authErrorName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** The text for a failed sign-in, sign-up or reset: the provider's own, but for one. */
export function authErrorText(error: unknown): string {
  return authErrorName(error) === 'InvalidParameterException'
    ? 'Please check your input information.'
    : messageOf(error);
}
