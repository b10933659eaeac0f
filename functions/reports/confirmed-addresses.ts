/**
 * Mailboxes to which somebody else has reports sent: their owners are asked once, whatever tags the addresses have.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { mailboxOf } from '#core/request/mailbox-of.ts';
import { newLinkToken } from '#core/runtime/ids.ts';
import { personHash } from '#core/storage/person-hash.ts';
import { getRecord } from '#core/storage/records.ts';
import { put, remove, tryWrite, update, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { reports } from '#tables/reports.ts';

type Address = RecordOf<typeof reports.address>;

const mailboxHash = (email: string) => personHash(mailboxOf(email));
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
/** Seconds after which a mail that is not noted as queued may be asked for again: the function that was to queue it has failed. */
const retrySeconds = 60;

const inDays = (now: Date, days: number) => Math.floor(now.getTime() / 1000) + days * 86_400;

/** What is known of an address; undefined if it was never asked, or long ago. */
export async function getAddress(email: string, now: Date): Promise<Address | undefined> {
  const found = await getRecord('dynamodb:GetItem Reports', reports.address, {
    mailbox_hash: mailboxHash(email),
  });
  return found && found.expires_at * 1000 > now.getTime() ? found : undefined;
}

/**
 * Notes that the owner of an address is to be asked. `noteAsked` follows once the mail is queued.
 * @returns the token of the link; undefined if they were asked already
 */
export async function putAddress(email: string, now: Date): Promise<string | undefined> {
  const mailbox_hash = mailboxHash(email);
  const secret = newLinkToken();
  const expires_at = inDays(now, limits.addressLinkDays);
  const asked = put(
    'dynamodb:PutItem Reports',
    reports.address,
    reports.address.key({ mailbox_hash }),
    { email, token_hash: hashOf(secret), expires_at },
    {
      ConditionExpression:
        'attribute_not_exists(pk) OR expires_at < :now OR (attribute_not_exists(mailed) AND attribute_not_exists(confirmed_at) AND expires_at <= :failed)',
      ExpressionAttributeValues: { ':now': inDays(now, 0), ':failed': expires_at - retrySeconds },
    },
  );
  return (await tryWrite(asked)) ? undefined : `${mailbox_hash}.${secret}`;
}

/** Notes that the mail with a token is queued. */
export async function noteAsked(token: string): Promise<void> {
  const [mailbox_hash = '', secret = ''] = token.split('.');
  await tryWrite(
    update(
      'dynamodb:UpdateItem Reports',
      reports.address,
      { mailbox_hash },
      {
        UpdateExpression: 'SET mailed = :mailed',
        ConditionExpression: 'token_hash = :hash',
        ExpressionAttributeValues: { ':mailed': true, ':hash': hashOf(secret) },
      },
    ),
  );
}

/** Notes that the owner has opened the link. @returns the address; undefined if the token is unknown or has expired */
export async function confirmAddress(token: string, now: Date): Promise<string | undefined> {
  const [mailbox_hash = '', secret = ''] = token.split('.');
  const found = await getRecord('dynamodb:GetItem Reports', reports.address, { mailbox_hash });
  if (!found || found.expires_at * 1000 <= now.getTime()) return undefined;
  const given = Buffer.from(hashOf(secret));
  if (!timingSafeEqual(given, Buffer.from(found.token_hash))) return undefined;
  await tryWrite(
    update(
      'dynamodb:UpdateItem Reports',
      reports.address,
      { mailbox_hash },
      {
        UpdateExpression: 'SET confirmed_at = :now, expires_at = :expires',
        ConditionExpression: 'token_hash = :hash',
        ExpressionAttributeValues: {
          ':now': now.toISOString(),
          ':expires': inDays(now, limits.addressDays),
          ':hash': found.token_hash,
        },
      },
    ),
  );
  return found.email;
}

export const removeAddress = (email: string): Promise<void> =>
  write(
    remove('dynamodb:DeleteItem Reports', reports.address, { mailbox_hash: mailboxHash(email) }),
  );
