import type { ChatMessage, ChatRun } from '#shared/contract/chat.ts';
import { isSubmitFailure } from '#web/api/chat-run.ts';

/**
 * State of a conversation. A question goes through
 *
 *     idle → sending → queued → working ⇄ tools → answering → idle
 *
 * and may end as failed, cancelled, expired, unsubmitted or unanswered instead. From these it can go on.
 */
export type RunPhase =
  /** Nothing was asked, or all is answered. */
  | 'idle'
  /** The question is on its way to the server. */
  | 'sending'
  /** No worker has taken the run up yet. */
  | 'queued'
  /** The assistant works, and has written nothing yet. */
  | 'working'
  /** The assistant waits for tools, which this page, another tab or the server answers. */
  | 'tools'
  /** The answer grows. */
  | 'answering'
  /** The assistant or its provider failed. */
  | 'failed'
  /** A person stopped it. */
  | 'cancelled'
  /** It took too long. */
  | 'expired'
  /** The page could not submit the outputs of tools and has stopped polling. */
  | 'unsubmitted'
  /** A question was stored, but no run began. */
  | 'unanswered';

interface Known {
  /** Whether a question or a run is being sent. */
  sending: boolean;
  /** The last run of the conversation. */
  run: ChatRun | undefined;
  /** Why the page could not follow it. */
  watchError: unknown;
  messages: readonly ChatMessage[];
}

export function phaseOf({ sending, run, watchError, messages }: Known): RunPhase {
  if (sending) return 'sending';
  if (isSubmitFailure(watchError)) return 'unsubmitted';
  switch (run?.status) {
    case 'queued':
      return 'queued';
    case 'in_progress':
      return run.text === '' ? 'working' : 'answering';
    case 'requires_action':
      return 'tools';
    default:
      return endingOf(run, messages.at(-1));
  }
}

function endingOf(run: ChatRun | undefined, last: ChatMessage | undefined): RunPhase {
  if (!last?.isUser) return 'idle';
  // The run is older than the question, so it belongs to an earlier question.
  if (!run || run.created_at < last.created_at) return 'unanswered';
  const { status } = run;
  return status === 'failed' || status === 'cancelled' || status === 'expired' ? status : 'idle';
}

const busy: readonly RunPhase[] = ['sending', 'queued', 'working', 'tools', 'answering'];

/** Whether Dexi is at work, so that nothing else can be asked. */
export const isBusy = (phase: RunPhase) => busy.includes(phase);
