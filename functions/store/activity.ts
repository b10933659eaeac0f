/**
 * Table `Activity`: what was done once and must not be done twice. Items expire (`expires_at`, seconds).
 *
 * | access pattern        | pk                | sk   |
 * |-----------------------|-------------------|------|
 * | delivery of a mail    | MAIL#{dedupe_key} | MAIL |
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { tableName } from '#functions/runtime/config.ts';
import { dynamodb } from './dynamodb.ts';

const secondsPerDay = 86_400;
/** Longer than a message lives in the queue and its dead-letter queue together. */
const keptDays = 60;

const mailKey = (dedupeKey: string) => ({ pk: `MAIL#${dedupeKey}`, sk: 'MAIL' });

/**
 * Claims a delivery for a while. `sent` means that it is done; `taken` that another consumer is at it
 * and the message should come back later. A claim that runs out (its consumer died) can be taken over,
 * so a mail may, rarely, be sent twice, but is never lost.
 */
export async function claimMail(
  dedupeKey: string,
  now: Date,
  leaseSeconds: number,
): Promise<'claimed' | 'taken' | 'sent'> {
  const seconds = Math.floor(now.getTime() / 1000);
  try {
    await dynamodb.send(
      new UpdateCommand({
        TableName: tableName('Activity'),
        Key: mailKey(dedupeKey),
        UpdateExpression: 'SET leased_until = :until, expires_at = :expires',
        ConditionExpression:
          'attribute_not_exists(sent_at) AND (attribute_not_exists(leased_until) OR leased_until < :now)',
        ExpressionAttributeValues: {
          ':now': seconds,
          ':until': seconds + leaseSeconds,
          ':expires': seconds + keptDays * secondsPerDay,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return 'claimed';
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error;
    const { Item } = error as { Item?: Record<string, unknown> };
    return Item?.sent_at ? 'sent' : 'taken';
  }
}

export async function markMailSent(dedupeKey: string, now: Date): Promise<void> {
  await dynamodb.send(
    new UpdateCommand({
      TableName: tableName('Activity'),
      Key: mailKey(dedupeKey),
      UpdateExpression: 'SET sent_at = :now',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    }),
  );
}
