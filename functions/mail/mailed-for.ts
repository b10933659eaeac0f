/** Mails to people who did not ask, and whose limits they count for. */
import { bucketOfHash, takeAttempts } from '#core/storage/attempts.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { queryAll } from '#core/storage/queries.ts';
import { put, write } from '#core/storage/writes.ts';
import type { Attempt } from '#shared/attempt-limits.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';
import type { SuppressionReason } from './suppressions.ts';

/** Attempts that an undeliverable mail takes from the limit that it was counted for. */
const cost: Record<SuppressionReason, number> = { complaint: 10, bounce: 3 };

/** Notes for whose limit a mail to an address is counted. */
export async function noteMailedFor(
  email: string,
  { kind, whose }: { kind: Attempt; whose: string },
  now: Date,
): Promise<void> {
  const record = { kind, whose_hash: personHash(whose) };
  const expires_at = Math.floor(now.getTime() / 1000) + limits.mailedForDays * 86_400;
  const key = activity.mailedFor.key({ person_hash: personHash(email), ...record });
  await write(put('dynamodb:PutItem Activity', activity.mailedFor, key, { ...record, expires_at }));
}

/** Lowers the limits of all who had mail sent to an address that bounced or complained. */
export async function lowerLimits(
  address: string,
  reason: SuppressionReason,
  now: Date,
): Promise<void> {
  const found = await queryAll('dynamodb:Query Activity', activity.mailedForOthers, {
    person_hash: personHash(address),
  });
  for (const { record } of found) {
    await takeAttempts(bucketOfHash(record.kind, record.whose_hash, now), cost[reason], now);
  }
}
