import { setting } from '#core/runtime/config.ts';
import type { Attempt, EnforcedLimits } from '#shared/attempt-limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { personHash } from './person-hash.ts';
import { getRecord } from './records.ts';
import { type Bucket, type BucketPolicy, takeToken } from './token-bucket.ts';
import { tryUpdate, update } from './writes.ts';

export interface AttemptBucket {
  bucket: Bucket<RecordOf<typeof activity.attempts>>;
  policy: BucketPolicy;
}

/**
 * The bucket of one person for one kind of attempt. Throws if this function has no setting with the limits.
 */
export const bucketOf = (kind: Attempt, person: string, now: Date): AttemptBucket =>
  bucketOfHash(kind, personHash(person), now);

/** The same of a hashed person. */
export function bucketOfHash(kind: Attempt, person_hash: string, now: Date): AttemptBucket {
  const [burst, seconds] = (JSON.parse(setting('ATTEMPT_LIMITS')) as EnforcedLimits)[kind];
  const key = { kind, person_hash };
  return {
    bucket: {
      read: () => getRecord('dynamodb:GetItem Activity', activity.attempts, key),
      change: (change) =>
        tryUpdate(
          activity.attempts,
          update('dynamodb:UpdateItem Activity', activity.attempts, key, change),
        ),
      // By then the bucket is full, like a bucket that does not exist.
      set: { expires_at: Math.ceil(now.getTime() / 1000) + burst * seconds },
    },
    policy: { burst, intervalMs: seconds * 1000 },
  };
}

/**
 * Counts an attempt.
 * @returns undefined if it is allowed, else the whole minutes until the next attempt is
 */
export async function noteAttempt(
  { bucket, policy }: AttemptBucket,
  now: Date,
): Promise<number | undefined> {
  const result = await takeToken(bucket, policy, now.getTime());
  return result.taken ? undefined : Math.ceil(result.waitMs / 60_000);
}

/** More than writers at the same moment are likely to be. */
const mostTries = 10;

/**
 * Counts attempts after something that costs; refuses nothing. If fewer are left, the bucket owes the rest, so that a caller who
 * has used it up before the cost is known pays all the same.
 */
export async function takeAttempts(
  { bucket: { read, change }, policy }: AttemptBucket,
  count: number,
  now: Date,
): Promise<void> {
  for (let tried = 0; tried < mostTries; tried++) {
    const seen = (await read())?.tat;
    const tat = Math.max(now.getTime(), seen ?? 0) + count * policy.intervalMs;
    const written = await change({
      UpdateExpression: 'SET tat = :tat, expires_at = :expires',
      ConditionExpression: seen === undefined ? 'attribute_not_exists(tat)' : 'tat = :seen',
      ExpressionAttributeValues: {
        ':tat': tat,
        ':expires': Math.ceil(tat / 1000),
        ...(seen !== undefined && { ':seen': seen }),
      },
    });
    if (written) return;
  }
  throw new Error('An attempt was not counted: others counted at every try');
}
