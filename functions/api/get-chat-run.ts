import { ownRun } from '#functions/domain/own-thread.ts';
import { toRun } from '#functions/domain/to-chat.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { chat } from '#shared/contract/chat.ts';

export const handler = lambda(chat, 'get-chat-run', visitor, async ({ params, principal, now }) =>
  toRun(await ownRun(principal, params.id, params.runId, now), now),
);
