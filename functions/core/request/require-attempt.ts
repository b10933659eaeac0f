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
  const minutes = await minutesToWait(kind, person, now);
  if (minutes === undefined) return;
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  throw new ProductError(
    'TooManyAttempts',
    `Too many attempts. Please wait ${wait} and try again.`,
  );
}

/** The same as an answer: whether the attempt is allowed. */
export const isAllowed = async (kind: Attempt, person: string, now: Date): Promise<boolean> =>
  (await minutesToWait(kind, person, now)) === undefined;

/** Counts an attempt. @returns undefined if it is allowed */
async function minutesToWait(kind: Attempt, person: string, now: Date) {
  const bucket = bucketOf(kind, person, now);
  try {
    return await noteAttempt(bucket, now);
  } catch (error) {
    logger.error('attempt not counted', { kind, error: error as Error });
    return undefined;
  }
}

/**
 * Counts further attempts after one that costs more than others; refuses nothing. If they cannot be counted, the caller is still
 * told what came of the first.
 */
export async function chargeAttempts(
  kind: Attempt,
  person: string,
  count: number,
  now: Date,
): Promise<void> {
  try {
    await takeAttempts(bucketOf(kind, person, now), count, now);
  } catch (error) {
    logger.error('attempts not counted', { kind, error: error as Error });
  }
}
