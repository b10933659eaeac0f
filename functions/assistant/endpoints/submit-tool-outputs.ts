import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { enqueueChatRun } from '../chat-queue.ts';
import { getReady } from '../get-ready.ts';
import { ownRun } from '../own-thread.ts';
import { stepRun } from '../runs.ts';
import { toRun } from '../to-chat.ts';
import { takenOutput } from '../tool-output.ts';

export const handler = lambda(
  chat,
  'submit-tool-outputs',
  visitor,
  async ({ body, principal, now, fail }) => {
    const { thread_id, run_id, tool_outputs } = body;
    const run = await ownRun(principal, thread_id, run_id, now);
    if (toRun(run, now).status !== 'requires_action') throw fail('RunNotWaiting');
    const outputs = new Map(tool_outputs.map(({ tool_call_id, output }) => [tool_call_id, output]));
    const answers = run.pending.flatMap(({ call_id, name }) => {
      const output = outputs.get(call_id);
      return output === undefined
        ? []
        : [{ type: 'function_call_output' as const, call_id, output: takenOutput(name, output) }];
    });
    if (answers.length < run.pending.length || outputs.size !== tool_outputs.length) {
      throw fail('InvalidRequest', 'Give one output for each call that the run waits for.');
    }
    const next = await stepRun(run, answers, { status: 'queued', pending: [] }, now);
    if (!next) throw fail('RunNotWaiting');
    await enqueueChatRun({ thread_id, run_id, watch: false, visitor: run.user_id === undefined });
    return toRun(next, now);
  },
  getReady,
);
