/**
 * Which promotion codes a mailbox has redeemed, with any organization. Without it each new organization of the same person
 * would redeem a code for one invoice again. It is remembered as the trial is: by a keyed hash, beyond an erasure.
 */
import { queryAll } from '#core/storage/queries.ts';
import { put, write } from '#core/storage/writes.ts';
import { mailboxHash } from '#functions/people/index.ts';
import { limits } from '#shared/limits.ts';
import { activity } from '#tables/activity.ts';

/** Ids of the codes. */
export async function codesOfMailbox(email: string, now: Date): Promise<string[]> {
  const found = await queryAll('dynamodb:Query Activity', activity.redeemedBy, {
    mailbox_hash: await mailboxHash(email),
  });
  const seconds = now.getTime() / 1000;
  return found.flatMap(({ record }) => (record.expires_at > seconds ? [record.code_id] : []));
}

/** Remembers codes that an organization has redeemed as those of the person who changes its billing. */
export async function noteCodes(email: string, codes: readonly string[], now: Date): Promise<void> {
  if (codes.length === 0) return;
  const mailbox_hash = await mailboxHash(email);
  const expires_at = Math.floor(now.getTime() / 1000) + limits.trialMemoryDays * 86_400;
  for (const code_id of codes) {
    const key = activity.redeemed.key({ mailbox_hash, code_id });
    await write(put('dynamodb:PutItem Activity', activity.redeemed, key, { code_id, expires_at }));
  }
}
