import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSEvent } from 'aws-lambda';
import { logger, metrics } from '#core/runtime/log.ts';
import { queueHandler } from '#core/runtime/queue-handler.ts';
import { workFor } from '#core/runtime/request-id.ts';
import { isWarmEvent, type WarmEvent } from '#core/runtime/warm-event.ts';
import { assistantTools, isPageTool } from '#shared/assistant-tools.ts';
import { limits } from '#shared/limits.ts';
import type { RunFailure } from '#shared/run-failures.ts';
import { countAnswer, countFailure } from '../assistant-days.ts';
import { assistantPrompt } from '../assistant-prompt.ts';
import { assistantSettings } from '../assistant-settings.ts';
import { continued } from '../begun-answer.ts';
import { chatRunMessage, enqueueChatRun } from '../chat-queue.ts';
import { checkAnswer } from '../check-answer.ts';
import { checkSupport } from '../check-support.ts';
import { prepare } from '../get-ready.ts';
import { logChat } from '../log-chat.ts';
import type { ModelFailure, ModelReply } from '../model.ts';
import { modelAccess } from '../openai.ts';
import { problemOf, runTool } from '../run-tool.ts';
import { claimRun, endRun, getRun, growAnswer, isOver, type RunRecord, stepRun } from '../runs.ts';
import { type AnsweredTurn, takeTurn } from '../take-turn.ts';
import { type ItemContent, itemsSinceQuestion } from '../thread-items.ts';
import { isTooOld } from '../to-chat.ts';
import { toolError, ucidsIn } from '../tool-output.ts';

/**
 * Lets the assistant answer. The watching message returns until the run has ended, so that another worker
 * continues a run whose worker died or whose browser is gone.
 */
const answer = queueHandler(chatRunMessage, async (message) => {
  const ended = await advanceRun(message.thread_id, message.run_id);
  if (message.watch && !ended) await enqueueChatRun(message, assistantSettings.watchSeconds);
});

export async function handler(event: SQSEvent | WarmEvent) {
  if (!isWarmEvent(event)) return answer(event);
  workFor(event.request_id);
  return prepare([assistantPrompt(new Date()), modelAccess()]);
}

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
    const mayCall = canCall(run);
    const turn = await takeTurn(run, mayCall);
    if (turn === undefined) return false;
    const { text } = turn;
    if (turn.failure) return failOrRetry({ ...run, text }, turn.failure);
    const { reply } = turn;
    if (reply.isCut) return goOnLater({ ...run, text }, reply);
    if (reply.calls.length === 0) return complete(run, turn);
    if (!mayCall) return fail({ ...run, text }, 'limit_reached');
    run = await takeCalls(run, turn);
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
  const outputs = await Promise.all(run.pending.map((call) => outputOf(call, run)));
  const now = new Date();
  const working = { status: 'in_progress', leased_until: leaseEnd(now).toISOString() } as const;
  return stepRun(run, outputs, { ...working, pending: [] }, now);
}

const outputOf = async (
  call: RunRecord['pending'][number],
  { filters }: RunRecord,
): Promise<ItemContent> => ({
  type: 'function_call_output',
  call_id: call.call_id,
  output: await runTool(call, filters),
});

/**
 * Stores the calls of a reply. Those that are invalid or too many are answered by what is wrong, those of tools that only the
 * server has are answered here, all at the same time; the others wait for the browser.
 */
async function takeCalls(
  run: RunRecord,
  { reply, access }: AnsweredTurn,
): Promise<RunRecord | undefined> {
  const { calls } = reply;
  const left = limits.toolCallsPerRun - run.tool_calls;
  const pending: RunRecord['pending'] = [];
  const answers = calls.map(async (call, index): Promise<ItemContent[]> => {
    const problem = index < left ? problemOf(call) : tooMany;
    const answered = { type: 'function_call_output' as const, call_id: call.call_id };
    if (problem !== undefined) return [{ ...answered, output: toolError(problem) }];
    if (isPageTool(call.name)) {
      pending.push(call);
      return [];
    }
    return [await outputOf(call, run)];
  });
  const contents: ItemContent[] = [
    ...reply.reasoning
      .filter(({ encrypted }) => encrypted.length <= assistantSettings.thoughtMaxLength)
      .map((thought) => ({ type: 'reasoning' as const, model: access.settings.model, ...thought })),
    // All calls stand before the first output: Chat Completions wants those of one reply together.
    ...calls.map((call) => ({ type: 'function_call' as const, ...call })),
    ...(await Promise.all(answers)).flat(),
  ];
  const now = new Date();
  const until = new Date(now.getTime() + assistantSettings.answerSeconds * 1000);
  return stepRun(
    run,
    contents,
    {
      ...counts(run, reply),
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

const tooMany = 'There were too many calls for this question. Answer with what you have.';

/** The filters of a search among calls whose arguments are valid. */
function searchedBy(calls: RunRecord['pending']): RunRecord['searched'] {
  const call = calls.find(({ name }) => name === 'antecede_API');
  return call && assistantTools.antecede_API.arguments.parse(JSON.parse(call.arguments)).filters;
}

async function complete(run: RunRecord, turn: AnsweredTurn): Promise<boolean> {
  const { reply, begun, access } = turn;
  const items = await itemsSinceQuestion(run.thread_id);
  const readable = items.flatMap(({ run_id, content }) =>
    run_id === run.run_id && content.type === 'function_call_output' ? ucidsIn(content.output) : [],
  );
  const whole = continued(begun, reply.text);
  const checked = await checkAnswer(whole, new Set(readable));
  if (!(await growAnswer(run, checked.text, leaseEnd(new Date())))) return false;
  const { text, support, ...used } = await checkSupport(access, checked, neverStopped);
  const { citations, quotes } = checked;
  const sum = counts(run, reply);
  const counted = {
    ...sum,
    input_tokens: sum.input_tokens + used.inputTokens,
    output_tokens: sum.output_tokens + used.outputTokens,
  };
  const changes = { ...counted, status: 'completed' as const, text, quotes, support, pending: [] };
  const now = new Date();
  const done = await endRun(run, [{ type: 'answer', text, citations }], changes, now);
  if (!done) return false;
  logger.info('answered', { run: run.run_id, ...counted, ...quotes, ...support });
  await logChat({ ...run, ...counted }, items, new Set(readable).size, now);
  metrics.addMetric('quotes', MetricUnit.Count, citations.length);
  metrics.addMetric('verifiedQuotes', MetricUnit.Count, quotes.verified);
  metrics.addMetric('statements', MetricUnit.Count, support?.statements ?? 0);
  metrics.addMetric('supportedStatements', MetricUnit.Count, support?.supported ?? 0);
  metrics.addMetric('tokens', MetricUnit.Count, counted.input_tokens + counted.output_tokens);
  metrics.publishStoredMetrics();
  await countAnswer({ quotes, support }, now);
  return true;
}

/** Stopping a run refuses its last write: the check is short. */
const neverStopped = new AbortController().signal;

/** A reply that broke off before its first word is asked for again, as often as a step may be tried. */
async function failOrRetry(run: RunRecord, { code }: ModelFailure): Promise<boolean> {
  return code === 'cut_off' ? tryLater(run, []) : fail(run, code);
}

/** Keeps what there is of an answer that was cut off. Another worker has it continued. */
const goOnLater = (run: RunRecord, reply: ModelReply): Promise<boolean> =>
  tryLater({ ...run, ...counts(run, reply) }, [{ type: 'answer_piece', text: reply.text }]);

async function tryLater(run: RunRecord, contents: readonly ItemContent[]): Promise<boolean> {
  if (run.tries >= assistantSettings.triesPerStep) return fail(run, 'cut_off');
  const queued = { status: 'queued', tries: run.tries } as const;
  if (!(await stepRun(run, contents, queued, new Date()))) return false;
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
  await countFailure(now);
  return true;
}
