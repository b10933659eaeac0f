import { newId } from '#core/runtime/ids.ts';
import { queryAll, queryPage } from '#core/storage/queries.ts';
import { deleteItems } from '#core/storage/records.ts';
import { put, tryWrite, update } from '#core/storage/writes.ts';
import type { ChatFilters } from '#shared/contract/chat.ts';
import { ProductError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
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

const inOrder = { range: { beginsWith: 'ITEM#' }, consistent: true } as const;

const messagesOnly = {
  expression: '#content.#type IN (:question, :answer)',
  names: { '#content': 'content', '#type': 'type' },
  values: { ':question': 'question', ':answer': 'answer' },
};

/** A time, an id and a step. */
const positionMaxLength = 200;

/**
 * A page of the questions and answers of a thread, in order: as many as one answer takes.
 * @param after position of the last one of the page before
 */
export async function listMessages(
  thread_id: string,
  after: string | undefined,
): Promise<{ items: ThreadItem[]; next?: string | undefined }> {
  if (after !== undefined && after.length > positionMaxLength) {
    throw new ProductError('InvalidRequest', 'The cursor is not one of an earlier answer.');
  }
  const items: ThreadItem[] = [];
  let bytes = 0;
  let start: Record<string, unknown> | undefined =
    after === undefined ? undefined : { ...conversations.item.key({ thread_id, position: after }) };
  do {
    const page = await queryPage(
      'dynamodb:Query Conversations',
      conversations.items,
      { thread_id },
      { ...inOrder, filter: messagesOnly, start },
    );
    for (const { record } of page.found) {
      bytes += bytesOf(record.content);
      const isFull = bytes > limits.chatPageBytes || items.length === limits.chatPageSize;
      if (isFull && items.length > 0) return { items, next: items.at(-1)!.position };
      items.push(record);
    }
    start = page.next;
  } while (start);
  return { items };
}

/** The newest items of a thread from its last question on, in order. */
export async function itemsSinceQuestion(thread_id: string): Promise<ThreadItem[]> {
  return newestItems(thread_id, (item) => item.content.type === 'question');
}

/**
 * What a model can read of a thread, in order: everything of its newest part, up to this many bytes and a page more, and
 * before it only what was said.
 */
export async function itemsForModel(thread_id: string, maxBytes: number): Promise<ThreadItem[]> {
  let bytes = 0;
  const newest = await newestItems(thread_id, ({ content }) => {
    bytes += bytesOf(content);
    return bytes > maxBytes;
  });
  const [first] = newest;
  if (bytes <= maxBytes || !first) return newest;
  const found = await queryAll(
    'dynamodb:Query Conversations',
    conversations.items,
    { thread_id },
    { ...inOrder, filter: messagesOnly },
  );
  const said = found.map(({ record }) => record);
  return [...said.filter(({ position }) => position < first.position), ...newest];
}

/** The newest items in order, back to the first for which `isLast` is true. */
async function newestItems(
  thread_id: string,
  isLast: (item: ThreadItem) => boolean,
): Promise<ThreadItem[]> {
  const items: ThreadItem[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await queryPage(
      'dynamodb:Query Conversations',
      conversations.items,
      { thread_id },
      { ...inOrder, descending: true, start },
    );
    for (const { record } of page.found) {
      items.unshift(record);
      if (isLast(record)) return items;
    }
    start = page.next;
  } while (start);
  return items;
}

const bytesOf = (content: ItemContent) => Buffer.byteLength(JSON.stringify(content));

/** What contents add to the sizes of their thread. */
export function sizesOf(contents: readonly ItemContent[]): { ':texts': number; ':bytes': number } {
  const sizes = { ':texts': 0, ':bytes': 0 };
  for (const content of contents) {
    const bytes = bytesOf(content);
    sizes[':bytes'] += bytes;
    if (content.type === 'question' || content.type === 'answer') sizes[':texts'] += bytes;
  }
  return sizes;
}

/** The part of an update of a thread that counts them. */
export const addSizes = 'ADD text_bytes :texts, #bytes :bytes';
/** `bytes` is a reserved word. */
export const sizeNames = { '#bytes': 'bytes' };

/** Whether a thread takes no further question. */
export const isFull = ({ text_bytes = 0, bytes = 0 }: ThreadRecord) =>
  text_bytes >= limits.chatTextsMaxBytes || bytes >= limits.chatMaxBytes;

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

/** A question of a thread with everything after it, in order; undefined if the thread has no such question. */
export async function itemsFrom(
  thread_id: string,
  questionId: string,
): Promise<ThreadItem[] | undefined> {
  const items = await newestItems(thread_id, ({ item_id }) => item_id === questionId);
  const [first] = items;
  return first?.item_id === questionId && first.content.type === 'question' ? items : undefined;
}

/**
 * Adds a question to a thread; undefined while a run is at work, or when the thread is gone.
 * @param replaced what is deleted afterwards, because this question is asked in its place
 */
export async function putQuestion(
  thread: ThreadRecord,
  question: { text: string; filters: ChatFilters; title: string },
  now: Date,
  replaced: readonly ThreadItem[] = [],
): Promise<ThreadItem | undefined> {
  const { text, filters, title } = question;
  const added = sizesOf([{ type: 'question', text, filters }]);
  const gone = sizesOf(replaced.map(({ content }) => content));
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
    } ${addSizes}`,
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(active_run)',
    ExpressionAttributeNames: sizeNames,
    ExpressionAttributeValues: {
      ':texts': added[':texts'] - gone[':texts'],
      ':bytes': added[':bytes'] - gone[':bytes'],
      ':title': title,
      ':now': item.created_at,
      ':expires': item.expires_at,
      ':sk': 'gsi1sk' in keys ? keys.gsi1sk : undefined,
    },
  });
  if (await tryWrite([used, putItem(thread.thread_id, item)])) return undefined;
  const { thread_id } = thread;
  await deleteItems(
    'dynamodb:BatchWriteItem Conversations',
    replaced.map(({ position }) => conversations.item.key({ thread_id, position })),
  );
  return item;
}
