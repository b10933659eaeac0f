import { ownThread } from '#functions/domain/own-thread.ts';
import { threadMarkdown } from '#functions/domain/thread-markdown.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { listItems } from '#functions/store/thread-items.ts';
import { chat } from '#shared/contract/chat.ts';

export const handler = lambda(
  chat,
  'export-chat-thread',
  visitor,
  async ({ params, principal, now }) => {
    const thread = await ownThread(principal, params.id, now);
    return threadMarkdown(thread, await listItems(thread.thread_id));
  },
);
