import { AwsError } from '#local/aws/service.ts';
import type { Cognito } from './context.ts';

const forgetMs = 15 * 60e3;
const maxCodeFailures = 5;
const maxSendsPerHour = 10;

/**
 * Lock-out after wrong passwords: from the fifth on 2^(n−5) seconds, at most 15 minutes, as AWS
 * documents. Throws while it lasts; such calls do not count.
 */
export function refuseLockedOut(cognito: Cognito, key: string): void {
  if (isLockedOut(cognito, key)) {
    throw new AwsError('NotAuthorizedException', 'Password attempts exceeded');
  }
}

export function isLockedOut({ store, clock }: Cognito, key: string): boolean {
  return store.attempts(`password:${key}`, clock.now()).blockedUntil > clock.now();
}

export function countWrongPassword({ store, clock }: Cognito, key: string): void {
  const now = clock.now();
  const count = store.attempts(`password:${key}`, now).count + 1;
  const blockedMs = count < 5 ? 0 : Math.min(2 ** (count - 5) * 1000, forgetMs);
  store.putAttempts(`password:${key}`, count, now + blockedMs, now + blockedMs + forgetMs);
}

export function forgetWrongPasswords({ store }: Cognito, key: string): void {
  store.clearAttempts(`password:${key}`);
}

/** Throws after too many wrong codes. A new code does not end the lock; only time does. */
export function refuseTooManyCodes({ store, clock }: Cognito, key: string): void {
  if (store.attempts(`code:${key}`, clock.now()).count >= maxCodeFailures) throw limitExceeded();
}

export function countWrongCode({ store, clock }: Cognito, key: string): void {
  const now = clock.now();
  store.putAttempts(`code:${key}`, store.attempts(`code:${key}`, now).count + 1, 0, now + forgetMs);
}

export function forgetWrongCodes({ store }: Cognito, key: string): void {
  store.clearAttempts(`code:${key}`);
}

/** Counts a mailed code; throws when one user asks for too many within an hour. */
export function countSentCode({ store, clock }: Cognito, key: string): void {
  const now = clock.now();
  const { count, blockedUntil: since } = store.attempts(`send:${key}`, now);
  if (count >= maxSendsPerHour) throw limitExceeded();
  const start = count === 0 ? now : since;
  store.putAttempts(`send:${key}`, count + 1, start, start + 3600e3);
}

export function limitExceeded(): AwsError {
  const message = 'Attempt limit exceeded, please try after some time.';
  return new AwsError('LimitExceededException', message);
}
