import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { ownRun } from '../own-thread.ts';
import { endRun, isOver } from '../runs.ts';
import { toRun } from '../to-chat.ts';

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
