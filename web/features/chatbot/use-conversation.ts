import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ChatFilters } from '#shared/contract/chat.ts';
import { runQuery, startRun, stopRun } from '#web/api/chat-run.ts';
import {
  askQuestion,
  createThread,
  messagesQuery,
  type ThreadRef,
  threadQuery,
} from '#web/api/chat-threads.ts';
import { codeOf, isNotFound } from '#web/lib/errors.ts';
import { isBusy, phaseOf } from './run-phase.ts';
import { useStoredThread, useUnloadedThread } from './use-stored-thread.ts';

const noThread: ThreadRef = { id: '' };

/** Whether a conversation does not exist any more. */
const isGone = (error: unknown) => isNotFound(error) || codeOf(error) === 'InvalidRequest';

/** Whether the network failed, and not the server. */
const isOffline = (error: unknown) => codeOf(error) === 'Unreachable';

/** The open conversation and its actions. `phase` says what it waits for. */
export function useConversation() {
  const [stored, store, forget] = useStoredThread();
  const [unloaded, setUnloaded, forgetUnloaded] = useUnloadedThread();
  const thread = stored ?? noThread;
  const isOpen = stored !== null;
  const found = useQuery({ ...threadQuery(thread), enabled: isOpen });
  const messages = useQuery({ ...messagesQuery(thread), enabled: isOpen });
  const runId = found.data?.last_run_id ?? '';
  const watched = useQuery({ ...runQuery(thread, runId), enabled: runId !== '' });
  const run = watched.data?.run;

  const begin = useMutation(createThread(store));
  const post = useMutation(askQuestion);
  const start = useMutation(startRun);
  const stopping = useMutation(stopRun);
  const forgetErrors = () => {
    for (const call of [begin, post, start, stopping]) call.reset();
  };

  const gone = isGone(found.error) || isNotFound(watched.error);
  const failed = found.isLoadingError && !isOffline(found.error);
  const { mutate: beginAnother } = begin;
  useEffect(() => {
    if (!gone && !failed) return;
    if (!gone) setUnloaded(stored);
    forget();
    beginAnother();
  }, [gone, failed, stored, setUnloaded, forget, beginAnother]);

  /** @returns whether the question was taken; if not, `callError` says why */
  const ask = async (content: string, filters: ChatFilters): Promise<boolean> => {
    forgetErrors();
    try {
      const ref = stored ?? (await begin.mutateAsync());
      await post.mutateAsync({ thread: ref, content, filters });
      start.mutate(ref);
      return true;
    } catch {
      return false;
    }
  };
  const phase = phaseOf({
    sending: begin.isPending || post.isPending || start.isPending,
    run,
    watchError: watched.isFetching ? null : watched.error,
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
    /** Why polling the run failed. */
    lookError: watched.error,
    ask,
    /** After a run without an answer: starts a new run or polls again. */
    goOn: () => {
      forgetErrors();
      if (phase === 'unsubmitted') void watched.refetch();
      else start.mutate(thread);
    },
    stop: () => stopping.mutate({ thread, runId }),
    isStopping: stopping.isPending,
    /** Opens a conversation, or with `null` an empty page on which a new one begins. */
    open,
  };
}

export type Conversation = ReturnType<typeof useConversation>;
