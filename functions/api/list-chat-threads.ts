import { toThread } from '#functions/domain/to-chat.ts';
import { user } from '#functions/request/callers.ts';
import { lambda } from '#functions/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#functions/request/paging.ts';
import { listThreads } from '#functions/store/threads.ts';
import { chat } from '#shared/contract/chat.ts';

export const handler = lambda(chat, 'list-chat-threads', user, async ({ query, principal }) => {
  const page = {
    order: 'descending' as const,
    pageSize: query.limit,
    after: decodeCursor(query.cursor),
  };
  const { items, next } = await listThreads(principal.user.item_id, page);
  return { items: items.map(({ record }) => toThread(record)), next: encodeCursor(next) };
});
