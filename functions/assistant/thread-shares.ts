/** The link with which a conversation is shared. It has one at a time; a new one replaces it. Only the hash of its token is stored. */
import { newShareToken } from '#core/runtime/ids.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { check, put, tryWrite } from '#core/storage/writes.ts';
import { conversations } from '#tables/conversations.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { getThread, hashThreadToken, type ThreadRecord } from './threads.ts';

export type ThreadShare = RecordOf<typeof conversations.share>;

const dayMs = 86_400_000;

/**
 * Shares what a conversation says up to now.
 * @returns the token of the link, which names the conversation; undefined if the conversation is gone
 */
export async function putShare(
  { thread_id }: ThreadRecord,
  days: number,
  now: Date,
): Promise<{ token: string; ends_at: string } | undefined> {
  const secret = newShareToken();
  const endsMs = now.getTime() + days * dayMs;
  const share: ThreadShare = {
    thread_id,
    token_hash: hashThreadToken(secret),
    shared_at: now.toISOString(),
    ends_at: new Date(endsMs).toISOString(),
    expires_at: Math.floor(endsMs / 1000),
  };
  const key = conversations.share.key({ thread_id });
  const made = put('dynamodb:PutItem Conversations', conversations.share, key, share);
  // To a conversation that is deleted meanwhile no link is added.
  const there = check(
    'dynamodb:ConditionCheckItem Conversations',
    conversations.thread,
    { thread_id },
    { ConditionExpression: 'attribute_exists(pk)' },
  );
  if (await tryWrite([there, made])) return undefined;
  return { token: `${thread_id}.${secret}`, ends_at: share.ends_at };
}

/** Takes the link of a conversation back. */
export const deleteShare = ({ thread_id }: ThreadRecord): Promise<void> =>
  deleteItems('dynamodb:BatchWriteItem Conversations', [conversations.share.key({ thread_id })]);

/** The conversation that a link shows; undefined for a link that does not exist, was taken back or replaced, or has ended. */
export async function findShared(
  token: string,
  now: Date,
): Promise<{ thread: ThreadRecord; share: ThreadShare } | undefined> {
  const [thread_id = '', secret = ''] = token.split('.');
  const share = await getRecord('dynamodb:GetItem Conversations', conversations.share, {
    thread_id,
  });
  if (!share || share.token_hash !== hashThreadToken(secret)) return undefined;
  const thread = await getThread(thread_id, now);
  return thread && share.ends_at > now.toISOString() ? { thread, share } : undefined;
}
