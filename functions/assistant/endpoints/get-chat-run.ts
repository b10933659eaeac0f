import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { getReady } from '../get-ready.ts';
import { ownRun } from '../own-thread.ts';
import { toRun } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'get-chat-run',
  visitor,
  async ({ params, principal, now }) =>
    toRun(await ownRun(principal, params.id, params.runId, now), now),
  getReady,
);
