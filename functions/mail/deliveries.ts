import { tryWrite, update, write } from '#core/storage/writes.ts';
import { activity } from '#tables/activity.ts';

const secondsPerDay = 86_400;
/** Longer than a message lives in the queue and its dead-letter queue together. */
const keptDays = 60;

/**
 * Claims a delivery for a while. `sent` means that it is done; `taken` means that another consumer works on
 * it and the message should return later. After the consumer of a claim has died, the claim expires and can
 * be taken over. So a mail is never lost, but in rare cases sent twice.
 */
export async function claimMail(
  dedupeKey: string,
  now: Date,
  leaseSeconds: number,
): Promise<'claimed' | 'taken' | 'sent'> {
  const seconds = Math.floor(now.getTime() / 1000);
  const claim = update(
    'dynamodb:UpdateItem Activity',
    activity.mailDelivery,
    { dedupe_key: dedupeKey },
    {
      UpdateExpression: 'SET leased_until = :until, expires_at = :expires',
      ConditionExpression:
        'attribute_not_exists(sent_at) AND (attribute_not_exists(leased_until) OR leased_until < :now)',
      ExpressionAttributeValues: {
        ':now': seconds,
        ':until': seconds + leaseSeconds,
        ':expires': seconds + keptDays * secondsPerDay,
      },
    },
  );
  claim.Update.ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
  const refusal = await tryWrite(claim);
  if (!refusal) return 'claimed';
  return refusal.stored?.sent_at ? 'sent' : 'taken';
}

export const markMailSent = (dedupeKey: string, now: Date): Promise<void> =>
  write(
    update(
      'dynamodb:UpdateItem Activity',
      activity.mailDelivery,
      { dedupe_key: dedupeKey },
      {
        UpdateExpression: 'SET sent_at = :now',
        ExpressionAttributeValues: { ':now': now.toISOString() },
      },
    ),
  );
