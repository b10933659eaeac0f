import { logger } from '#core/runtime/log.ts';
import { bucketOf, noteAttempt, takeAttempts } from '#core/storage/attempts.ts';
import type { Attempt } from '#shared/attempt-limits.ts';
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

/** The same as an answer: whether the attempt is allowed. */
export async function isAllowed(kind: Attempt, person: string, now: Date): Promise<boolean> {
  try {
    await requireAttempt(kind, person, now);
    return true;
  } catch (error) {
    if (error instanceof ProductError) return false;
    throw error;
  }
}

/** Counts further attempts after one that failed in a way that costs time; refuses nothing. */
export const chargeAttempts = (
  kind: Attempt,
  person: string,
  count: number,
  now: Date,
): Promise<void> => takeAttempts(bucketOf(kind, person, now), count, now);
