import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { ownThread } from '../own-thread.ts';
import { listItems } from '../thread-items.ts';
import { toMessage } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'list-chat-messages',
  visitor,
  async ({ params, principal, now }) => {
    const { thread_id } = await ownThread(principal, params.id, now);
    const items = await listItems(thread_id);
    return { items: items.flatMap((item) => toMessage(item) ?? []) };
  },
);
