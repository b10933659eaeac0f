import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { personHash } from '#core/storage/person-hash.ts';
import { queryKeys, queryPage } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { put, remove, tryWrite, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { accounts } from '#tables/accounts.ts';
import { activity } from '#tables/activity.ts';
import type { RecordOf } from '#tables/define-table.ts';

const secondsPerDay = 86_400;

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const newSecret = () => randomBytes(24).toString('base64url');

export type Subscriber = RecordOf<typeof accounts.subscriber>;

export const getSubscriber = (email: string): Promise<Subscriber | undefined> =>
  getRecord('dynamodb:GetItem Accounts', accounts.subscriber, { person_hash: personHash(email) });

/** A token of a link: whose it is, and a secret. */
function readToken(token: string) {
  const [person_hash = '', secret = ''] = token.split('.');
  return { person_hash, secret };
}

/** Notes that somebody asks for the newsletter. Gives the token for the link that confirms it. */
export async function putNewsletterRequest(email: string, now: Date): Promise<string> {
  const person_hash = personHash(email);
  const secret = newSecret();
  const expires_at = Math.floor(now.getTime() / 1000) + limits.newsletterLinkDays * secondsPerDay;
  const keys = activity.newsletterRequest.key({ person_hash, token_hash: hash(secret) });
  await write(
    put('dynamodb:PutItem Activity', activity.newsletterRequest, keys, { email, expires_at }),
  );
  return `${person_hash}.${secret}`;
}

/** The address that a token was mailed to; undefined if it is unknown or has expired. */
export async function requestedBy(token: string, now: Date): Promise<string | undefined> {
  const { person_hash, secret } = readToken(token);
  const request = await getRecord('dynamodb:GetItem Activity', activity.newsletterRequest, {
    person_hash,
    token_hash: hash(secret),
  });
  return request && request.expires_at * 1000 > now.getTime() ? request.email : undefined;
}

/** Adds a subscriber. One who is there already keeps what is known. */
export async function subscribe(email: string, now: Date): Promise<void> {
  const keys = accounts.subscriber.key({ person_hash: personHash(email) });
  const subscriber = { email, confirmed_at: now.toISOString(), leave_secret: newSecret() };
  await tryWrite(
    put('dynamodb:PutItem Accounts', accounts.subscriber, keys, subscriber, {
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** What one page holds: far from the 6 MB that a function may answer. */
const listedAtOnce = 5000;

/** @param start `next` of the page before */
export async function listSubscribers(start: Record<string, unknown> | undefined) {
  const { found, next } = await queryPage(
    'dynamodb:Query Accounts',
    accounts.subscribers,
    {},
    { limit: listedAtOnce, start },
  );
  return { subscribers: found.map(({ record }) => record), next };
}

/** What stands in the link by which a subscriber leaves. */
export const leaveToken = ({ email, leave_secret }: Subscriber): string =>
  `${personHash(email)}.${leave_secret}`;

/** Removes the subscriber of a link. Does nothing for a link that is not right. */
export async function leave(token: string): Promise<void> {
  const { person_hash, secret } = readToken(token);
  const subscriber = await getRecord('dynamodb:GetItem Accounts', accounts.subscriber, {
    person_hash,
  });
  const [given, known] = [hash(secret), hash(subscriber?.leave_secret ?? '')];
  if (!subscriber || !timingSafeEqual(Buffer.from(given), Buffer.from(known))) return;
  await removeSubscriber(subscriber.email);
}

const removeSubscriber = (email: string): Promise<void> =>
  write(
    remove('dynamodb:DeleteItem Accounts', accounts.subscriber, { person_hash: personHash(email) }),
  );

/** Removes all that the newsletter knows of an address: the subscription, and requests that wait to be confirmed. */
export async function forgetAddress(email: string): Promise<void> {
  const requests = await queryKeys('dynamodb:Query Activity', activity.newsletterRequests, {
    person_hash: personHash(email),
  });
  await deleteItems('dynamodb:BatchWriteItem Activity', requests);
  await removeSubscriber(email);
}
