import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { getReady } from '../get-ready.ts';
import { ownThread } from '../own-thread.ts';
import { toThread } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'get-chat-thread',
  visitor,
  async ({ params, principal, now }) => toThread(await ownThread(principal, params.id, now)),
  getReady,
);
