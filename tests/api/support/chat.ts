import { ApiError, type Client } from '#shared/client.ts';
import type { ChatFilters, ChatMessage, ChatRun } from '#shared/contract/chat.ts';
import { waitFor } from '#tests/support/wait-for.ts';

/** A conversation with its token. */
export interface Conversation {
  call: Client;
  threadId: string;
  threadToken: string | undefined;
}

export async function newConversation(call: Client): Promise<Conversation> {
  const { id, token } = await call('create-chat-thread');
  return { call, threadId: id, threadToken: token };
}

/** Asks a question and starts its run. */
export async function ask(
  { call, threadId, threadToken }: Conversation,
  content: string,
  filters?: ChatFilters,
): Promise<ChatRun> {
  const params = { id: threadId };
  await call('create-chat-message', { params, body: { content, filters }, threadToken });
  return call('create-chat-run', { params, threadToken });
}

export const readRun = ({ call, threadId, threadToken }: Conversation, runId: string) =>
  call('get-chat-run', { params: { id: threadId, runId }, threadToken });

const endings: ChatRun['status'][] = ['completed', 'failed', 'cancelled', 'expired'];

/** A run once it has ended or waits for a browser. */
export const untilStill = (conversation: Conversation, runId: string): Promise<ChatRun> =>
  waitFor(`the run ${runId} to end or to call a tool`, async () => {
    const run = await readRun(conversation, runId);
    return [...endings, 'requires_action'].includes(run.status) && run;
  });

/** A run once it has one of these statuses. */
export const untilStatus = (
  conversation: Conversation,
  runId: string,
  ...statuses: ChatRun['status'][]
): Promise<ChatRun> =>
  waitFor(`the run ${runId} to be ${statuses}`, async () => {
    const run = await readRun(conversation, runId);
    return statuses.includes(run.status) && run;
  });

export const callsOf = ({ required_action }: ChatRun) =>
  required_action?.submit_tool_outputs.tool_calls ?? [];

/** Answers a tool call as the page does. */
export async function answerOf(
  call: Client,
  { name, arguments: given }: { name: string; arguments: string },
  filters: ChatFilters = {},
): Promise<string> {
  const wanted = JSON.parse(given);
  const answer = async () => {
    if (name === 'antecede_API')
      return call('get-filtered-data', { body: { ...wanted, ...filters } });
    if (name === 'get_full_patent_text') return call('get-patent-text', { body: wanted });
    return call('rerank-patents', { body: wanted });
  };
  return JSON.stringify(await answer().catch((error: Error) => ({ error: error.message })));
}

/** Submits these outputs for the calls that a run waits for, in their order. */
export const submit = (
  { call, threadId, threadToken }: Conversation,
  run: ChatRun,
  outputs: readonly string[],
): Promise<ChatRun> =>
  call('submit-tool-outputs', {
    body: {
      thread_id: threadId,
      run_id: run.id,
      tool_outputs: callsOf(run).map(({ id }, index) => ({
        tool_call_id: id,
        output: outputs[index]!,
      })),
    },
    threadToken,
  });

/** Asks a question, answers every tool call as the page does, and returns the ended run. */
export async function converse(
  conversation: Conversation,
  content: string,
  filters?: ChatFilters,
): Promise<{ run: ChatRun; tools: string[] }> {
  const { id } = await ask(conversation, content, filters);
  return finish(conversation, id, filters);
}

/** Answers every tool call of a run and returns the ended run. */
export async function finish(
  conversation: Conversation,
  runId: string,
  filters?: ChatFilters,
): Promise<{ run: ChatRun; tools: string[] }> {
  const tools: string[] = [];
  for (;;) {
    const run = await untilStill(conversation, runId);
    if (run.status !== 'requires_action') return { run, tools };
    const calls = callsOf(run).map((one) => one.function);
    tools.push(...calls.map(({ name }) => name));
    const outputs = calls.map((one) => answerOf(conversation.call, one, filters));
    await submit(conversation, run, await Promise.all(outputs)).catch(goneOn);
  }
}

/**
 * As the page, goes on looking where the server has answered by itself. That is after twenty seconds: less than some
 * tests set the clock forward that share a stack with this one. That outputs are taken is tested with a clock of its
 * own (`tests/faults/chat.test.ts`).
 */
function goneOn(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'RunNotWaiting')) throw error;
}

/** The last message of a conversation. */
export async function lastMessage(conversation: Conversation): Promise<ChatMessage> {
  const { call, threadId, threadToken } = conversation;
  const { items } = await call('list-chat-messages', {
    params: { id: threadId },
    query: {},
    threadToken,
  });
  return items.at(-1)!;
}

/** A new conversation with a question whose run was stopped, and an empty conversation. */
export async function newEndedRun(call: Client, content: string) {
  const conversation = await newConversation(call);
  const spare = await newConversation(call);
  const { threadId, threadToken } = conversation;
  const { id: runId } = await ask(conversation, content);
  await call('cancel-chat-run', { params: { id: threadId, runId }, threadToken });
  return { threadId, threadToken, runId, spareThreadId: spare.threadId };
}
