import type { Catcher, Retrier } from './definition.ts';
import type { StateError } from './state-error.ts';

/** Errors that `States.ALL` does not take. */
const unmatched = ['States.DataLimitExceeded', 'States.Runtime'];

function matches(names: string[], error: string): boolean {
  if (names.includes(error)) return true;
  if (unmatched.includes(error)) return false;
  return (
    names.includes('States.ALL') ||
    (names.includes('States.TaskFailed') && error !== 'States.Timeout')
  );
}

/**
 * The retrier that takes an error, with the pause before the next attempt.
 *
 * @param made attempts of each retrier so far
 * @returns undefined when no retrier takes the error, or it has no attempts left
 */
export function nextAttempt(
  retriers: readonly Retrier[],
  made: ReadonlyMap<Retrier, number>,
  { error }: StateError,
): { retrier: Retrier; delayMs: number } | undefined {
  const retrier = retriers.find(({ ErrorEquals }) => matches(ErrorEquals, error));
  const attempts = (retrier && made.get(retrier)) ?? 0;
  if (!retrier || attempts >= retrier.MaxAttempts) return undefined;
  const seconds = retrier.IntervalSeconds * retrier.BackoffRate ** attempts;
  const delayMs = Math.min(seconds, retrier.MaxDelaySeconds ?? Infinity) * 1000;
  const jittered = retrier.JitterStrategy === 'FULL' ? Math.random() * delayMs : delayMs;
  return { retrier, delayMs: jittered };
}

/** The catcher that takes an error. */
export function catcherFor(
  catchers: readonly Catcher[],
  { error }: StateError,
): Catcher | undefined {
  return catchers.find(({ ErrorEquals }) => matches(ErrorEquals, error));
}
