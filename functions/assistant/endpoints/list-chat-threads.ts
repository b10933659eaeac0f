import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { user } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { listThreads } from '../threads.ts';
import { toThread } from '../to-chat.ts';

export const handler = lambda(chat, 'list-chat-threads', user, async ({ query, principal }) => {
  const page = {
    order: 'descending' as const,
    pageSize: query.limit,
    after: decodeCursor(query.cursor),
  };
  const { items, next } = await listThreads(principal.user.item_id, page);
  return { items: items.map(({ record }) => toThread(record)), next: encodeCursor(next) };
});
