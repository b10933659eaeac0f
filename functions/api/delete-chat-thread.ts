import { ownThread } from '#functions/domain/own-thread.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { deleteThread } from '#functions/store/threads.ts';
import { chat } from '#shared/contract/chat.ts';

export const handler = lambda(
  chat,
  'delete-chat-thread',
  visitor,
  async ({ params, principal, now }) => {
    const { thread_id } = await ownThread(principal, params.id, now);
    await deleteThread(thread_id);
    return {};
  },
);
