import type { ChatMessage, ChatRun } from '#shared/contract/chat.ts';
import { runFailures } from '#shared/run-failures.ts';
import { assistantSettings } from './assistant-settings.ts';
import { isOver, type RunRecord } from './runs.ts';
import type { ThreadItem } from './thread-items.ts';
import type { ThreadRecord } from './threads.ts';

/** A thread as the contract has it. */
export const toThread = (thread: ThreadRecord) => ({
  id: thread.thread_id,
  title: thread.title,
  created_at: thread.created_at,
  updated_at: thread.updated_at,
  last_run_id: thread.last_run ?? null,
});

/** A question or an answer in the contract's form; undefined for items that only the model sees. */
export function toMessage({ item_id, content, created_at, run_id }: ThreadItem) {
  if (content.type !== 'question' && content.type !== 'answer') return undefined;
  const message: ChatMessage = {
    id: item_id,
    text: content.text,
    isUser: content.type === 'question',
    created_at,
    run_id: run_id ?? null,
    citations: content.type === 'answer' ? content.citations : [],
  };
  return message;
}

/** A run in the contract's form. A run that takes too long counts as expired, even if its record is older. */
export function toRun(run: RunRecord, now: Date): ChatRun {
  const { run_id, thread_id, created_at, text, filters, searched, pending, failure } = run;
  const status = isTooOld(run, now) ? 'expired' : run.status;
  const tool_calls = pending.map((call) => ({
    id: call.call_id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    id: run_id,
    thread_id,
    status,
    created_at,
    text,
    filters,
    ...(searched && { searched }),
    required_action:
      status === 'requires_action'
        ? { type: 'submit_tool_outputs', submit_tool_outputs: { tool_calls } }
        : null,
    last_error: failure ? { code: failure, message: runFailures[failure] } : null,
  };
}

/** Whether the time of a run is over. */
export const isTooOld = (run: RunRecord, now: Date) =>
  !isOver(run) && now.getTime() > Date.parse(run.created_at) + assistantSettings.runSeconds * 1000;
