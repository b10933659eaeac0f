import type { Catcher, Retrier, State } from '#local/aws/step-functions/definition.ts';
import type { StateError } from '#local/aws/step-functions/json-path.ts';

/** Errors that end an execution whatever its states say. */
const final = ['States.DataLimitExceeded', 'States.Runtime'];

function matches(names: string[], error: string): boolean {
  if (names.includes(error)) return true;
  if (final.includes(error)) return false;
  return (
    names.includes('States.ALL') ||
    (names.includes('States.TaskFailed') && error !== 'States.Timeout')
  );
}

/** The retrier that takes an error, with the pause before the next attempt; undefined: no more attempts. */
export function nextAttempt(
  { Retry = [] }: State,
  retries: readonly number[],
  { error }: StateError,
): { retrier: number; delayMs: number } | undefined {
  const retrier = Retry.findIndex(({ ErrorEquals }) => matches(ErrorEquals, error));
  const rule: Retrier | undefined = Retry[retrier];
  const made = retries[retrier] ?? 0;
  if (!rule || made >= (rule.MaxAttempts ?? 3)) return undefined;
  const seconds = (rule.IntervalSeconds ?? 1) * (rule.BackoffRate ?? 2) ** made;
  const delayMs = Math.min(seconds, rule.MaxDelaySeconds ?? Infinity) * 1000;
  return { retrier, delayMs: rule.JitterStrategy === 'FULL' ? Math.random() * delayMs : delayMs };
}

/** The catcher that takes an error. */
export function catcherFor({ Catch = [] }: State, { error }: StateError): Catcher | undefined {
  return Catch.find(({ ErrorEquals }) => matches(ErrorEquals, error));
}
