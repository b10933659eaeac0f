import { lambda } from '#core/request/lambda.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { countOpinion } from '../assistant-days.ts';
import { putFeedback } from '../chat-feedback.ts';
import { ownRun } from '../own-thread.ts';
import { requireToolUse } from '../require-chat-allowance.ts';

export const handler = lambda(
  chat,
  'create-feedback',
  visitor,
  async ({ body, principal, now, fail }) => {
    const { intent, userFeedback, thread_id, run_id } = body;
    if ((thread_id === undefined) !== (run_id === undefined)) {
      throw fail('InvalidRequest', 'Name the run together with its thread.');
    }
    const about = thread_id && run_id ? await ownRun(principal, thread_id, run_id, now) : undefined;
    await requireToolUse(principal, now);
    await putFeedback({ intent, text: userFeedback }, about, now);
    await countOpinion(intent, now);
    return {};
  },
);
