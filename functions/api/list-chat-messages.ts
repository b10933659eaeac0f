import { ownThread } from '#functions/domain/own-thread.ts';
import { toMessage } from '#functions/domain/to-chat.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { listItems } from '#functions/store/thread-items.ts';
import { chat } from '#shared/contract/chat.ts';

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
