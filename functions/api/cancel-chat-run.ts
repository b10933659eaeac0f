import { ownRun } from '#functions/domain/own-thread.ts';
import { toRun } from '#functions/domain/to-chat.ts';
import { lambda } from '#functions/request/lambda.ts';
import { visitor } from '#functions/request/visitor.ts';
import { endRun, isOver } from '#functions/store/runs.ts';
import { chat } from '#shared/contract/chat.ts';

/** A worker may write between reading and stopping. */
const attempts = 5;

export const handler = lambda(
  chat,
  'cancel-chat-run',
  visitor,
  async ({ params, principal, now, fail }) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const run = await ownRun(principal, params.id, params.runId, now);
      if (isOver(run)) return toRun(run, now);
      const stopped = await endRun(run, [], { status: 'cancelled', pending: [] }, now);
      if (stopped) return toRun(stopped, now);
    }
    throw fail('Busy');
  },
);
