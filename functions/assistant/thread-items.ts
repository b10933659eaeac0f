import { newId } from '#core/runtime/ids.ts';
import { queryAll } from '#core/storage/queries.ts';
import { put, tryWrite, update } from '#core/storage/writes.ts';
import type { ChatFilters } from '#shared/contract/chat.ts';
import { conversations } from '#tables/conversations.ts';
import type { RecordOf } from '#tables/define-table.ts';
import { chatExpiry, listed, type ThreadRecord } from './threads.ts';

export type ThreadItem = RecordOf<typeof conversations.item>;
export type ItemContent = ThreadItem['content'];

/** Everything that was said in a thread, in order. */
export async function listItems(threadId: string): Promise<ThreadItem[]> {
  const found = await queryAll(
    'dynamodb:Query Conversations',
    conversations.items,
    { thread_id: threadId },
    { range: { beginsWith: 'ITEM#' }, consistent: true },
  );
  return found.map(({ record }) => record);
}

/** Number of a step in a position, so that steps sort. */
const padded = (step: number) => String(step).padStart(3, '0');

/** The write of what a run adds to a thread as its step of this number. */
export function stepItem(
  run: { run_id: string; thread_id: string; created_at: string },
  step: number,
  content: ItemContent,
  now: Date,
) {
  const item: ThreadItem = {
    item_id: newId('msg'),
    position: `${run.created_at}#${run.run_id}#${padded(step)}`,
    created_at: now.toISOString(),
    run_id: run.run_id,
    content,
    expires_at: chatExpiry(now),
  };
  return putItem(run.thread_id, item);
}

const putItem = (threadId: string, item: ThreadItem) =>
  put(
    'dynamodb:PutItem Conversations',
    conversations.item,
    conversations.item.key({ thread_id: threadId, position: item.position }),
    item,
    { ConditionExpression: 'attribute_not_exists(pk)' },
  );

/** Adds a question to a thread; undefined while a run is at work, or when the thread is gone. */
export async function putQuestion(
  thread: ThreadRecord,
  question: { text: string; filters: ChatFilters; title: string },
  now: Date,
): Promise<ThreadItem | undefined> {
  const { text, filters, title } = question;
  const item_id = newId('msg');
  const item: ThreadItem = {
    item_id,
    position: `${now.toISOString()}#${item_id}`,
    created_at: now.toISOString(),
    content: { type: 'question', text, filters },
    expires_at: chatExpiry(now),
  };
  const keys = listed({ ...thread, updated_at: item.created_at });
  const used = update('dynamodb:UpdateItem Conversations', conversations.thread, thread, {
    UpdateExpression: `SET title = :title, updated_at = :now, expires_at = :expires${
      thread.user_id ? ', gsi1sk = :sk' : ''
    }`,
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(active_run)',
    ExpressionAttributeValues: {
      ':title': title,
      ':now': item.created_at,
      ':expires': item.expires_at,
      ':sk': 'gsi1sk' in keys ? keys.gsi1sk : undefined,
    },
  });
  return (await tryWrite([used, putItem(thread.thread_id, item)])) ? undefined : item;
}
