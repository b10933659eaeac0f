import { logger } from '#functions/runtime/log.ts';
import { type Attempt, bucketOf, noteAttempt } from '#functions/store/attempts.ts';
import { ProductError } from '#shared/errors.ts';

/**
 * Notes an attempt in the name of a person. Throws `TooManyAttempts`, whose message says how long to wait
 * and not whether the person has an account. When attempts cannot be counted, that keeps nobody out: the
 * user pool has limits of its own.
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
