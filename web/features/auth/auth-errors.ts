/** The identity provider's exception name. */
export function authErrorName(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** A failed sign-in, sign-up or reset as people read it: in the provider's words, but for one. */
export function shownAuthError(error: unknown): unknown {
  return authErrorName(error) === 'InvalidParameterException'
    ? new Error('Please check your input information.')
    : error;
}
