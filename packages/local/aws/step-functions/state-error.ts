/** A failure in the language of Amazon States: `error` is what Retry and Catch match. */
export class StateError extends Error {
  readonly error: string;
  constructor(error: string, cause: string) {
    super(cause);
    this.name = 'StateError';
    this.error = error;
  }
}
