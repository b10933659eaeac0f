import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '#shared/client.ts';
import type { ChatRun } from '#shared/contract/chat.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api-client.ts';
import { codeOf, requestIdOf } from '#web/lib/errors.ts';
import { answerToolCalls } from './answer-tool-calls.ts';
import { messagesQuery, refreshThread, type ThreadRef, threadQuery } from './chat-threads.ts';

/** State of a run at the last poll. */
export interface WatchedRun {
  run: ChatRun;
  /** Number of polls in a row without a change. */
  unchanged: number;
}

/**
 * Pauses before the first polls after a change. Without them, an answer of a few seconds would be shown
 * seconds late. Afterwards the page polls every `limits.chatPollMs`.
 */
const pausesMs = [150, 250, 500, 1000, 2000];

const endings: readonly ChatRun['status'][] = ['completed', 'failed', 'cancelled', 'expired'];

/** Whether a run has ended. */
export const isOver = ({ status }: ChatRun) => endings.includes(status);

const submitFailed = 'SubmitFailed';
const submitFailedText = 'Sorry aboout that. There is some internal error! Try again later';

/** Whether the outputs of tools could not be submitted. Then the page stops polling. */
export const isSubmitFailure = (error: unknown) => codeOf(error) === submitFailed;

const runKey = (thread: ThreadRef, runId: string) => ['chat-run', thread.id, runId];

const getRun = ({ id, token }: ThreadRef, runId: string, signal?: AbortSignal) =>
  api('get-chat-run', { params: { id, runId }, threadToken: token, signal });

/** Polls a run to its end. There it loads the messages that the run has written. */
export const runQuery = (thread: ThreadRef, runId: string) =>
  queryOptions({
    queryKey: runKey(thread, runId),
    queryFn: async ({ client, signal, queryKey }): Promise<WatchedRun> => {
      const before = client.getQueryData<WatchedRun>(queryKey);
      const run = await getRun(thread, runId, signal);
      if (isOver(run)) await refreshMessages(client, thread);
      return { run, unchanged: before && isSame(before.run, run) ? before.unchanged + 1 : 0 };
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (data && isOver(data.run)) return false;
      return (error ? undefined : pausesMs[data?.unchanged ?? 0]) ?? limits.chatPollMs;
    },
    refetchIntervalInBackground: true,
    // The next poll follows anyway.
    retry: false,
    networkMode: 'always',
  });

const isSame = (a: ChatRun, b: ChatRun) => a.status === b.status && a.text === b.text;

/** The calls of tools that a run waits for, as one text; empty if it waits for none. */
export const callsOf = ({ required_action }: ChatRun): string =>
  (required_action?.submit_tool_outputs.tool_calls ?? []).map(({ id }) => id).join(' ');

interface WaitingRun {
  thread: ThreadRef;
  /** A run that waits for tools. */
  run: ChatRun;
}

async function submitOutputs({ thread, run }: WaitingRun): Promise<ChatRun> {
  const tool_outputs = await answerToolCalls(run);
  try {
    return await api('submit-tool-outputs', {
      body: { thread_id: thread.id, run_id: run.id, tool_outputs },
      threadToken: thread.token,
    });
  } catch (cause) {
    // Another tab or the server has answered.
    if (codeOf(cause) === 'RunNotWaiting') return getRun(thread, run.id);
    throw new ApiError({
      code: submitFailed,
      message: submitFailedText,
      status: cause instanceof ApiError ? cause.status : 0,
      requestId: requestIdOf(cause),
      cause,
    });
  }
}

const refreshMessages = (client: QueryClient, thread: ThreadRef) =>
  client.fetchQuery({ ...messagesQuery(thread), staleTime: 0, retry: false });

/** Shows the run that a call returned. Cancels running polls, which could bring back an older state. */
async function showRun(client: QueryClient, thread: ThreadRef, run: ChatRun): Promise<void> {
  const { queryKey } = threadQuery(thread);
  await client.cancelQueries({ queryKey });
  await client.cancelQueries({ queryKey: runKey(thread, run.id) });
  client.setQueryData<WatchedRun>(runKey(thread, run.id), { run, unchanged: 0 });
  client.setQueryData(queryKey, (known) => known && { ...known, last_run_id: run.id });
}

/** Calls the tools that a run waits for, and submits their outputs. */
export const answerRun = mutationOptions({
  mutationFn: submitOutputs,
  onSuccess: async (run, { thread }, _result, { client }) => {
    await showRun(client, thread, run);
    if (isOver(run)) await refreshMessages(client, thread);
  },
  networkMode: 'always',
});

/** Starts a run: Dexi answers the last question of a thread, or continues after a failed run. */
export const startRun = mutationOptions({
  mutationFn: ({ id, token }: ThreadRef) =>
    api('create-chat-run', { params: { id }, threadToken: token }),
  onSuccess: (run, thread, _result, { client }) => showRun(client, thread, run),
  onError: (_error, thread, _result, { client }) => refreshThread(client, thread),
  networkMode: 'always',
});

export const stopRun = mutationOptions({
  mutationFn: ({ thread, runId }: { thread: ThreadRef; runId: string }) =>
    api('cancel-chat-run', {
      params: { id: thread.id, runId },
      threadToken: thread.token,
    }),
  onSuccess: async (run, { thread }, _result, { client }) => {
    await showRun(client, thread, run);
    await refreshMessages(client, thread);
  },
  networkMode: 'always',
});
