import { lambda } from '#core/request/lambda.ts';
import { newId } from '#core/runtime/ids.ts';
import { visitor } from '#functions/people/index.ts';
import { chat } from '#shared/contract/chat.ts';
import { assistantSettings } from '../assistant-settings.ts';
import { enqueueChatRun } from '../chat-queue.ts';
import { endOldRun } from '../end-old-run.ts';
import { getReady } from '../get-ready.ts';
import { ownThread } from '../own-thread.ts';
import { requireQuestion } from '../require-chat-allowance.ts';
import { putRun, type RunRecord } from '../runs.ts';
import { isFull, itemsSinceQuestion } from '../thread-items.ts';
import { chatExpiry } from '../threads.ts';
import { toRun } from '../to-chat.ts';

export const handler = lambda(
  chat,
  'create-chat-run',
  visitor,
  async ({ params, principal, now, fail }) => {
    const thread = await ownThread(principal, params.id, now);
    const { thread_id } = thread;
    await endOldRun(thread, now);
    const items = await itemsSinceQuestion(thread_id);
    const question = items.findLast(({ content }) => content.type === 'question');
    const answered = items.at(-1)?.content.type === 'answer';
    if (question?.content.type !== 'question' || answered) throw fail('NothingToAnswer');
    if (isFull(thread)) throw fail('ConversationFull');
    await requireQuestion(principal, now);
    const run: RunRecord = {
      run_id: newId('run'),
      thread_id,
      status: 'queued',
      created_at: laterThan(items.at(-1)!.created_at, now),
      user_id: principal.user?.item_id,
      org_id: principal.user?.org_id,
      filters: question.content.filters,
      text: '',
      steps: 0,
      claims: 0,
      tries: 0,
      pending: [],
      tool_calls: 0,
      input_tokens: 0,
      output_tokens: 0,
      expires_at: chatExpiry(now),
    };
    const message = { thread_id, run_id: run.run_id, visitor: !principal.user };
    // The watching message is sent first, so that a recorded run is always watched.
    await enqueueChatRun({ ...message, watch: true }, assistantSettings.watchSeconds);
    if (!(await putRun(run))) throw fail('RunActive');
    await enqueueChatRun({ ...message, watch: false });
    return toRun(run, now);
  },
  getReady,
);

/** Items are sorted by their times. What a run writes comes after the question, even if clocks differ. */
function laterThan(time: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(time) + 1)).toISOString();
}
