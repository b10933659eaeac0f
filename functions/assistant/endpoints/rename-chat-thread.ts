import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { ownThread } from '../own-thread.ts';
import { renameThread } from '../threads.ts';
import { toThread } from '../to-chat.ts';

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
