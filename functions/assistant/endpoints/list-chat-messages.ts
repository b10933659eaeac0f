import { lambda } from '#core/request/lambda.ts';
import { decodeCursor, encodeCursor } from '#core/request/paging.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { getReady } from '../get-ready.ts';
import { ownThread } from '../own-thread.ts';
import { listMessages } from '../thread-items.ts';
import { toMessage } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'list-chat-messages',
  visitor,
  async ({ params, query, principal, now }) => {
    const { thread_id } = await ownThread(principal, params.id, now);
    const { items, next } = await listMessages(thread_id, decodeCursor(query.cursor));
    return { items: items.flatMap((item) => toMessage(item) ?? []), next: encodeCursor(next) };
  },
  getReady,
);
