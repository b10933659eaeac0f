import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChatFilters } from '#shared/contract/chat.ts';
import { answerRun, callsOf, runQuery, startRun, stopRun } from '#web/api/chat-run.ts';
import {
  askQuestion,
  createThread,
  messagesQuery,
  type ThreadRef,
  threadQuery,
} from '#web/api/chat-threads.ts';
import { codeOf, isNotFound } from '#web/lib/errors.ts';
import { showMessage } from '#web/ui/feedback/passing-message.tsx';
import { isBusy, phaseOf } from './run-phase.ts';
import { useAddressedThread, useUnloadedThread } from './use-stored-thread.ts';

const noThread: ThreadRef = { id: '' };

/** Whether a conversation does not exist any more. */
const isGone = (error: unknown) => isNotFound(error) || codeOf(error) === 'InvalidRequest';

/** Whether the network failed, and not the server. */
const isOffline = (error: unknown) => codeOf(error) === 'Unreachable';

/**
 * The open conversation and its actions. `phase` says what it waits for.
 * @param isAddressed whether conversations have addresses: those of people who are signed in
 */
export function useConversation(isAddressed: boolean) {
  const [stored, store, forget] = useAddressedThread(isAddressed);
  const [unloaded, setUnloaded, forgetUnloaded] = useUnloadedThread();
  const thread = stored ?? noThread;
  const isOpen = stored !== null;
  const found = useQuery({ ...threadQuery(thread), enabled: isOpen });
  const messages = useQuery({ ...messagesQuery(thread), enabled: isOpen });
  const runId = found.data?.last_run_id ?? '';
  const answering = useMutation(answerRun);
  const watched = useQuery({
    ...runQuery(thread, runId),
    enabled: runId !== '' && !answering.isPending && !answering.isError,
  });
  const run = watched.data?.run;
  const { mutate: answerCalls } = answering;
  const answered = answering.variables && callsOf(answering.variables.run);
  useEffect(() => {
    if (stored && run?.required_action && callsOf(run) !== answered) {
      answerCalls({ thread: stored, run });
    }
  }, [stored, run, answered, answerCalls]);

  const begin = useMutation(createThread(store));
  const post = useMutation(askQuestion);
  const start = useMutation(startRun);
  const stopping = useMutation(stopRun);
  const forgetErrors = () => {
    for (const call of [begin, post, start, stopping, answering]) call.reset();
  };

  const gone = isGone(found.error) || isNotFound(watched.error);
  const failed = found.isLoadingError && !isOffline(found.error);
  const { mutate: beginAnother } = begin;
  useEffect(() => {
    if (!gone && !failed) return;
    if (gone) void showMessage('That conversation does not exist any more. Here is a new one.');
    else setUnloaded(stored);
    forget();
    beginAnother();
  }, [gone, failed, stored, setUnloaded, forget, beginAnother]);

  /**
   * @param insteadOf id of the question that this one replaces, with what followed it
   * @returns whether the question was taken; if not, `callError` says why
   */
  const ask = async (
    content: string,
    filters: ChatFilters,
    insteadOf?: string,
  ): Promise<boolean> => {
    forgetErrors();
    try {
      const ref = stored ?? (await begin.mutateAsync());
      await post.mutateAsync({ thread: ref, content, filters, insteadOf });
      start.mutate(ref);
      return true;
    } catch {
      return false;
    }
  };
  const phase = phaseOf({
    sending: begin.isPending || post.isPending || start.isPending,
    run,
    watchError: answering.error ?? (watched.isFetching ? null : watched.error),
    messages: messages.data ?? [],
  });
  const busy = isBusy(phase);
  const callError = start.error ?? post.error ?? begin.error ?? stopping.error;
  const open = (next: ThreadRef | null) => {
    forgetErrors();
    if (next?.id === unloaded?.id) forgetUnloaded();
    if (next) store(next);
    else forget();
  };
  return {
    thread: stored,
    title: found.data?.title,
    messages: isOpen ? messages.data : [],
    /** Why the conversation cannot be shown. */
    loadError: gone || failed ? null : (found.error ?? messages.error),
    /** The conversation that this one has replaced, because it could not be loaded. */
    unloaded,
    reload: () => Promise.all([found.refetch(), messages.refetch()]),
    phase,
    run,
    busy,
    /** Why the person's last action failed. The message that Dexi is busy is only shown while it is true. */
    callError: codeOf(callError) === 'RunActive' && !busy ? null : callError,
    /** Why the run could not be followed, or its tools not be answered. */
    lookError: answering.error ?? watched.error,
    ask,
    /** After a run without an answer: starts a new run or polls again. */
    goOn: () => {
      if (phase === 'unsubmitted') return void watched.refetch().then(forgetErrors);
      forgetErrors();
      start.mutate(thread);
    },
    stop: () => stopping.mutate({ thread, runId }),
    isStopping: stopping.isPending,
    /** Opens a conversation, or with `null` an empty page on which a new one begins. */
    open,
  };
}

export type Conversation = ReturnType<typeof useConversation>;
