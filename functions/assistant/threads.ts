import { createHash, timingSafeEqual } from 'node:crypto';
import { listPage, type PageOf } from '#core/storage/list-page.ts';
import { queryAll, queryKeys } from '#core/storage/queries.ts';
import { deleteItems, getRecord } from '#core/storage/records.ts';
import { put, tryUpdate, update, write } from '#core/storage/writes.ts';
import { limits } from '#shared/limits.ts';
import { conversations } from '#tables/conversations.ts';
import type { RecordOf } from '#tables/define-table.ts';

export type ThreadRecord = RecordOf<typeof conversations.thread>;

/** Epoch seconds at which what is used now expires. */
export const chatExpiry = (now: Date) =>
  Math.floor(now.getTime() / 1000) + limits.chatDays * 86_400;

export const hashThreadToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Whether a token opens a thread. Threads of users have none. */
export function opens({ token_hash }: ThreadRecord, token: string): boolean {
  if (!token_hash) return false;
  return timingSafeEqual(Buffer.from(token_hash), Buffer.from(hashThreadToken(token)));
}

/** Attributes that list a thread among those of its user. */
export const listed = ({ user_id, updated_at, thread_id }: ThreadRecord) =>
  user_id ? conversations.threadsOf.keys({ user_id, updated_at, thread_id }) : {};

export const putThread = (thread: ThreadRecord): Promise<void> =>
  write(
    put(
      'dynamodb:PutItem Conversations',
      conversations.thread,
      { ...conversations.thread.key(thread), ...listed(thread) },
      thread,
      { ConditionExpression: 'attribute_not_exists(pk)' },
    ),
  );

/** Undefined when there is none, or it has expired. */
export async function getThread(threadId: string, now: Date): Promise<ThreadRecord | undefined> {
  const thread = await getRecord('dynamodb:GetItem Conversations', conversations.thread, {
    thread_id: threadId,
  });
  return thread && thread.expires_at * 1000 > now.getTime() ? thread : undefined;
}

export const listThreads = (userId: string, page: PageOf) =>
  listPage('dynamodb:Query Conversations', conversations.threadsOf, { user_id: userId }, '', page);

/** Undefined when the thread is gone. */
export async function renameThread(
  threadId: string,
  title: string,
): Promise<ThreadRecord | undefined> {
  const renamed = update(
    'dynamodb:UpdateItem Conversations',
    conversations.thread,
    { thread_id: threadId },
    {
      UpdateExpression: 'SET title = :title',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':title': title },
    },
  );
  return tryUpdate(conversations.thread, renamed);
}

/**
 * Deletes a thread with everything in it. The thread goes first: what a run that is at work writes
 * afterwards is refused.
 */
export async function deleteThread(threadId: string): Promise<void> {
  const thread = conversations.thread.key({ thread_id: threadId });
  await deleteItems('dynamodb:BatchWriteItem Conversations', [thread]);
  const keys = await queryKeys(
    'dynamodb:Query Conversations',
    conversations.ofThread,
    { thread_id: threadId },
    { consistent: true },
  );
  await deleteItems('dynamodb:BatchWriteItem Conversations', keys);
}

/** Every thread of a user, the earliest used first. */
export async function listAllThreads(userId: string): Promise<ThreadRecord[]> {
  const found = await queryAll('dynamodb:Query Conversations', conversations.threadsOf, {
    user_id: userId,
  });
  return found.map(({ record }) => record);
}
