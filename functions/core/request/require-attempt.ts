import { logger } from '#core/runtime/log.ts';
import { type Attempt, bucketOf, noteAttempt } from '#core/storage/attempts.ts';
import { ProductError } from '#shared/errors.ts';

/**
 * Counts an attempt of a person. Throws `TooManyAttempts`, whose message names the time to wait, but not
 * whether the person has an account. If attempts cannot be counted, they are allowed, because the user pool
 * has its own limits.
 */
export async function requireAttempt(kind: Attempt, person: string, now: Date): Promise<void> {
  const bucket = bucketOf(kind, person, now);
  let minutes: number | undefined;
  try {
    minutes = await noteAttempt(bucket, now);
  } catch (error) {
    logger.error('attempt not counted', { kind, error: error as Error });
  }
  if (minutes === undefined) return;
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  throw new ProductError(
    'TooManyAttempts',
    `Too many attempts. Please wait ${wait} and try again.`,
  );
}
