/**
 * Which mailboxes have begun a trial. It is remembered beyond an erasure, so that erasing an account and signing up again is
 * not a new trial; as a keyed hash, so that the table tells nobody's address.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { mailboxOf } from '#core/request/mailbox-of.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, tryWrite } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { newTrial, type Subscription } from '#shared/subscription.ts';
import { accounts } from '#tables/accounts.ts';
import { activity } from '#tables/activity.ts';

const keptSeconds = limits.trialMemoryDays * 86_400;

/**
 * The trial of an organization that somebody founds: a new one, or what is left of the one that their mailbox began before.
 * `remember` is a write for the transaction that stores it.
 */
export async function trialOf(email: string, now: Date) {
  const fresh = newTrial(now.getTime());
  const mailbox_hash = await mailboxHash(email);
  const before = await getRecord('dynamodb:GetItem Activity', activity.trial, { mailbox_hash });
  const seconds = Math.floor(now.getTime() / 1000);
  const isRemembered = before !== undefined && before.expires_at > seconds;
  const trial_end = isRemembered ? before.trial_end : fresh.trial_end!;
  const expires_at = isRemembered ? before.expires_at : seconds + keptSeconds;
  const trial: Subscription = { ...fresh, trial_end };
  const remember = put(
    'dynamodb:PutItem Activity',
    activity.trial,
    activity.trial.key({ mailbox_hash }),
    { trial_end, expires_at },
  );
  return { trial, remember };
}

/** Stands for a mailbox where what it has had is remembered beyond its account. */
export const mailboxHash = async (email: string): Promise<string> =>
  createHmac('sha256', await hashKey())
    .update(mailboxOf(email))
    .digest('hex');

/** The key of the hashes, made once. It stands in another table than they do. */
async function hashKey(): Promise<string> {
  const read = () => getRecord('dynamodb:GetItem Accounts', accounts.trialKey, {});
  const known = await read();
  if (known) return known.secret;
  const made = { secret: randomBytes(32).toString('base64url') };
  await tryWrite(
    put('dynamodb:PutItem Accounts', accounts.trialKey, accounts.trialKey.key({}), made, {
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
  return (await read())!.secret;
}
