import { ownThread } from '#functions/domain/own-thread.ts';
import { toThread } from '#functions/domain/to-chat.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { renameThread } from '#functions/store/threads.ts';
import { chat } from '#shared/contract/chat.ts';

export const handler = lambda(
  chat,
  'rename-chat-thread',
  visitor,
  async ({ params, body, principal, now, fail }) => {
    const { thread_id } = await ownThread(principal, params.id, now);
    const renamed = await renameThread(thread_id, body.title);
    if (!renamed) throw fail('NotFound');
    return toThread(renamed);
  },
);
