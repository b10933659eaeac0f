import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { logger, metrics } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { assistantTools } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import type { RunFailure } from '#shared/run-failures.ts';
import { assistantSettings } from '../assistant-settings.ts';
import { chatRunMessage, enqueueChatRun } from '../chat-queue.ts';
import { checkAnswer } from '../check-answer.ts';
import { logChat } from '../log-chat.ts';
import type { ModelFailure, ModelReply } from '../openai.ts';
import { problemOf, runTool } from '../run-tool.ts';
import { claimRun, endRun, getRun, isOver, type RunRecord, stepRun } from '../runs.ts';
import { takeTurn } from '../take-turn.ts';
import { type ItemContent, itemsSinceQuestion } from '../thread-items.ts';
import { isTooOld } from '../to-chat.ts';
import { toolError, ucidsIn } from '../tool-output.ts';

/**
 * Lets the assistant answer. The watching message returns until the run has ended, so that another worker
 * continues a run whose worker died or whose browser is gone.
 */
export const handler = queueHandler(chatRunMessage, async (message) => {
  const ended = await advanceRun(message.thread_id, message.run_id);
  if (message.watch && !ended) await enqueueChatRun(message, assistantSettings.watchSeconds);
});

/**
 * Advances a run until it has ended, waits for a browser, or belongs to another worker. May be called at
 * any time and by several workers at once; only one of them works.
 * @returns whether the run has ended
 */
async function advanceRun(threadId: string, runId: string): Promise<boolean> {
  const seen = await getRun(threadId, runId);
  if (!seen || isOver(seen)) return true;
  const now = new Date();
  if (isTooOld(seen, now)) {
    await endRun(seen, [], { status: 'expired', pending: [] }, now);
    return true;
  }
  const run = await claimRun(seen, leaseEnd(now), now);
  if (!run) return false;
  if (run.tries > assistantSettings.triesPerStep) return fail(run, 'interrupted');
  return work(run);
}

const leaseEnd = (now: Date) => new Date(now.getTime() + assistantSettings.leaseSeconds * 1000);

async function work(claimed: RunRecord): Promise<boolean> {
  let run = await answerPending(claimed);
  while (run) {
    const turn = await takeTurn(run, canCall(run));
    if (turn === undefined) return false;
    const { text } = turn;
    if (turn.failure) return failOrRetry({ ...run, text }, turn.failure);
    const { reply } = turn;
    const counted = counts(run, reply);
    if (reply.calls.length === 0) return complete(run, reply);
    if (counted.tool_calls > limits.toolCallsPerRun) return fail({ ...run, text }, 'limit_reached');
    run = await takeCalls(run, reply, counted);
    if (run?.status === 'requires_action') return false;
  }
  return false;
}

/** Numbers of calls and tokens of a run, including a reply. */
const counts = (run: RunRecord, { calls, inputTokens, outputTokens }: ModelReply) => ({
  tool_calls: run.tool_calls + calls.length,
  input_tokens: run.input_tokens + inputTokens,
  output_tokens: run.output_tokens + outputTokens,
});

/** Whether the model may call tools once more. Without tools it must answer. */
const canCall = ({ tool_calls, input_tokens, output_tokens }: RunRecord) =>
  tool_calls < limits.toolCallsPerRun &&
  input_tokens + output_tokens < assistantSettings.tokensPerRun;

/** The run, with the calls answered that no browser has answered; undefined when it was stopped. */
async function answerPending(run: RunRecord): Promise<RunRecord | undefined> {
  if (run.pending.length === 0) return run;
  const outputs: ItemContent[] = [];
  for (const call of run.pending) {
    const output = await runTool(call, run.filters);
    outputs.push({ type: 'function_call_output', call_id: call.call_id, output });
  }
  const now = new Date();
  const working = { status: 'in_progress', leased_until: leaseEnd(now).toISOString() } as const;
  return stepRun(run, outputs, { ...working, pending: [] }, now);
}

/** Stores the calls of a reply. Invalid calls are answered at once; the others wait for the browser. */
async function takeCalls(
  run: RunRecord,
  { calls }: ModelReply,
  counted: ReturnType<typeof counts>,
): Promise<RunRecord | undefined> {
  const contents: ItemContent[] = [];
  const pending: RunRecord['pending'] = [];
  for (const call of calls) {
    contents.push({ type: 'function_call', ...call });
    const problem = problemOf(call);
    if (problem === undefined) pending.push(call);
    else {
      const output = toolError(problem);
      contents.push({ type: 'function_call_output', call_id: call.call_id, output });
    }
  }
  const now = new Date();
  const until = new Date(now.getTime() + assistantSettings.answerSeconds * 1000);
  return stepRun(
    run,
    contents,
    {
      ...counted,
      status: pending.length > 0 ? 'requires_action' : 'in_progress',
      pending,
      searched: run.searched ?? searchedBy(pending),
      answer_until: until.toISOString(),
      leased_until: leaseEnd(now).toISOString(),
      text: '',
    },
    now,
  );
}

/** The filters of a search among calls whose arguments are valid. */
function searchedBy(calls: RunRecord['pending']): RunRecord['searched'] {
  const call = calls.find(({ name }) => name === 'antecede_API');
  return call && assistantTools.antecede_API.arguments.parse(JSON.parse(call.arguments)).filters;
}

async function complete(run: RunRecord, reply: ModelReply): Promise<boolean> {
  const items = await itemsSinceQuestion(run.thread_id);
  const readable = items.flatMap(({ run_id, content }) =>
    run_id === run.run_id && content.type === 'function_call_output' ? ucidsIn(content.output) : [],
  );
  const { text, citations, quotes } = await checkAnswer(reply.text, new Set(readable));
  const counted = counts(run, reply);
  const changes = { ...counted, status: 'completed' as const, text, quotes, pending: [] };
  const now = new Date();
  const done = await endRun(run, [{ type: 'answer', text, citations }], changes, now);
  if (!done) return false;
  logger.info('answered', { run: run.run_id, ...counted, ...quotes });
  await logChat({ ...run, ...counted }, items, new Set(readable).size, now);
  metrics.addMetric('quotes', MetricUnit.Count, citations.length);
  metrics.addMetric('verifiedQuotes', MetricUnit.Count, quotes.verified);
  metrics.addMetric('tokens', MetricUnit.Count, counted.input_tokens + counted.output_tokens);
  metrics.publishStoredMetrics();
  return true;
}

/** An answer that was cut off is started again, as often as a step may be tried. */
async function failOrRetry(run: RunRecord, { code }: ModelFailure): Promise<boolean> {
  if (code !== 'cut_off' || run.tries >= assistantSettings.triesPerStep) return fail(run, code);
  const queued = { status: 'queued', tries: run.tries } as const;
  if (!(await stepRun(run, [], queued, new Date()))) return false;
  const { thread_id, run_id, user_id } = run;
  await enqueueChatRun({ thread_id, run_id, watch: false, visitor: user_id === undefined });
  return false;
}

/** Ends a run. The answer so far stays with it. */
async function fail(run: RunRecord, failure: RunFailure): Promise<boolean> {
  const now = new Date();
  const ended = await endRun(run, [], { status: 'failed', failure, pending: [] }, now);
  // The run was stopped, or another worker has taken it over and will end it.
  if (!ended) return false;
  logger.warn('no answer', { run: run.run_id, failure });
  await logChat({ ...run, failure }, await itemsSinceQuestion(run.thread_id), undefined, now);
  metrics.addMetric('failedRuns', MetricUnit.Count, 1);
  metrics.publishStoredMetrics();
  return true;
}
