import { ownThread } from '#functions/domain/own-thread.ts';
import { toThread } from '#functions/domain/to-chat.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { chat } from '#shared/contract/chat.ts';

export const handler = lambda(
  chat,
  'get-chat-thread',
  visitor,
  async ({ params, principal, now }) => toThread(await ownThread(principal, params.id, now)),
);
