import { personHash } from '#core/storage/person-hash.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';

type Suppression = RecordOf<typeof activity.suppression>;
export type SuppressionReason = Suppression['reason'];

const secondsPerDay = 86_400;
const keyOf = (address: string) => ({ person_hash: personHash(address) });

/** Why an address gets no mail of the product; undefined if it does. */
export async function getSuppression(address: string, now: Date): Promise<Suppression | undefined> {
  const found = await getRecord('dynamodb:GetItem Activity', activity.suppression, keyOf(address));
  // DynamoDB removes what has expired within days, not at once.
  return found && found.expires_at * 1000 > now.getTime() ? found : undefined;
}

/** Stops mail to an address. The newest reason is kept; a repetition changes only the date. */
export const suppress = (address: string, reason: SuppressionReason, now: Date): Promise<void> =>
  write(
    put(
      'dynamodb:PutItem Activity',
      activity.suppression,
      activity.suppression.key(keyOf(address)),
      {
        reason,
        at: now.toISOString(),
        expires_at: Math.floor(now.getTime() / 1000) + limits.suppressionDays * secondsPerDay,
      },
    ),
  );

export const liftSuppression = (address: string): Promise<void> =>
  write(remove('dynamodb:DeleteItem Activity', activity.suppression, keyOf(address)));
