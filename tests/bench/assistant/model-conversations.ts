/**
 * Has a model answer the conversations as the product does, with the product's instructions, tools and checks, in this process, and
 * prints how it did beside the built-in assistant. Costs money: the key is `OPENAI_API_KEY`.
 */

import { chatTask, corpusWords } from '#functions/assistant/assistant-prompt.ts';
import { assistantSettings } from '#functions/assistant/assistant-settings.ts';
import { checkSupport } from '#functions/assistant/check-support.ts';
import { type ModelAccess, ModelFailure, type ModelInput } from '#functions/assistant/model.ts';
import { askModel } from '#functions/assistant/openai.ts';
import { problemOf, runTool } from '#functions/assistant/run-tool.ts';
import { toolError, ucidsIn } from '#functions/assistant/tool-output.ts';
import { assistantModelSchema } from '#shared/assistant-model.ts';
import { functionTools } from '#shared/assistant-tools.ts';
import { splitAnswer } from '#shared/citations.ts';
import { continueNote } from '#shared/continue-note.ts';
import type { ChatCitation } from '#shared/contract/chat.ts';
import { limits } from '#shared/limits.ts';
import { locateQuote } from '#shared/quotes.ts';
import { converse } from '#tests/assistant/support/converse.ts';
import { type Catalogue, sampleCatalogue } from './catalogue.ts';
import { checkAnswer } from './check-answer.ts';
import { type Conversation, type Half, halves, readConversations } from './conversation-set.ts';
import { gradeAnswer } from './grade-answer.ts';

export interface ModelOptions {
  model: string;
  endpoint?: string | undefined;
  api?: string | undefined;
  effort?: string | undefined;
  /** USD for a million tokens, in and out: `1.25,10`. */
  price?: string | undefined;
  half?: string | undefined;
  /** Conversations at most. */
  most?: string | undefined;
}

interface Answered {
  text: string;
  firstWordsMs: number;
  wholeMs: number;
  inputTokens: number;
  outputTokens: number;
  support: { statements: number; supported: number } | undefined;
}

const today = '2026-11-22';
const never = new AbortController().signal;

/** Answers the last question of a conversation. */
async function answerOf(
  access: ModelAccess,
  input: ModelInput[],
  { source, known }: Catalogue,
): Promise<Answered> {
  const startedAt = performance.now();
  const sum = { inputTokens: 0, outputTokens: 0 };
  let firstWordsMs: number | undefined;
  let calls = 0;
  let text = '';
  const readable = new Set<string>();
  for (;;) {
    const isCut = text !== '';
    const reply = await askModel(
      access,
      {
        instructions: `${chatTask}\n\nToday is ${today}. ${corpusWords({ rows: known.size, offices: [] })}`,
        input,
        tools: calls < limits.toolCallsPerRun && !isCut ? functionTools() : [],
        maxOutputTokens: access.settings.maxOutputTokens,
        timeoutMs: assistantSettings.requestMs,
        retries: assistantSettings.requestRetries,
      },
      () => {
        firstWordsMs ??= performance.now() - startedAt;
      },
      never,
    );
    sum.inputTokens += reply.inputTokens;
    sum.outputTokens += reply.outputTokens;
    if (reply.calls.length === 0) {
      text += reply.text;
      if (!reply.isCut) break;
      input.push({ type: 'message', role: 'assistant', content: reply.text });
      input.push({ type: 'message', role: 'developer', content: continueNote });
      continue;
    }
    if (calls >= limits.toolCallsPerRun) throw new ModelFailure('limit_reached');
    calls += reply.calls.length;
    for (const { id, encrypted } of reply.reasoning)
      input.push({ type: 'reasoning', id, summary: [], encrypted_content: encrypted });
    for (const call of reply.calls) input.push({ type: 'function_call', ...call });
    const outputs = await Promise.all(
      reply.calls.map(async (call) => {
        const problem = problemOf(call);
        const output = problem ? toolError(problem) : await runTool(call, {}, source);
        return { type: 'function_call_output' as const, call_id: call.call_id, output };
      }),
    );
    for (const { output } of outputs) for (const ucid of ucidsIn(output)) readable.add(ucid);
    input.push(...outputs);
  }
  const wholeMs = performance.now() - startedAt;
  const { text: said, citations } = splitAnswer(text);
  const checked = citations.map((one): ChatCitation => {
    const document = readable.has(one.ucid) ? known.get(one.ucid)?.document : undefined;
    return document
      ? { ...one, title: document.title, ...locateQuote(document, one.quote, one.place) }
      : { ...one, title: null, place: null, status: 'unverified' };
  });
  const { support, ...used } = await checkSupport(
    access,
    { text: said, citations: checked },
    never,
  );
  return {
    text,
    firstWordsMs: firstWordsMs ?? wholeMs,
    wholeMs,
    inputTokens: sum.inputTokens + used.inputTokens,
    outputTokens: sum.outputTokens + used.outputTokens,
    support,
  };
}

/** Sums over the turns of one assistant. */
class Sums {
  met = 0;
  asked = 0;
  points = 0;
  turns = 0;
  quotes = 0;
  verbatim = 0;
  failed = 0;
  /** Turns in which it must list nothing or say that it cannot. */
  refusals = 0;
  refused = 0;

  add(
    turn: Conversation['turns'][number],
    kind: string,
    answer: string,
    known: Catalogue['known'],
  ) {
    const { checks, quotes, verbatim } = checkAnswer(turn, answer, known);
    const met = checks.filter((one) => one.met).length;
    this.asked += checks.length;
    this.met += met;
    this.quotes += quotes;
    this.verbatim += verbatim;
    this.points += gradeAnswer(turn, answer, known).sum;
    this.turns += 1;
    if (kind === 'limits') {
      this.refusals += 1;
      if (met === checks.length) this.refused += 1;
    }
  }

  rows(): Record<string, string> {
    return {
      'checks met': `${this.met} of ${this.asked}`,
      'points of 5': (this.points / (this.turns || 1)).toFixed(2),
      'quotes verbatim': `${this.verbatim} of ${this.quotes}`,
      'refusals that are right': `${this.refused} of ${this.refusals}`,
      'without an answer': String(this.failed),
    };
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints how a model does, beside the built-in assistant. */
export async function printModel(options: ModelOptions): Promise<void> {
  const apiKey = process.env.OPENAI_API_KEY;
  if (!apiKey) throw new Error('OPENAI_API_KEY has no key of the provider.');
  const { model, endpoint, api, effort } = options;
  const settings = assistantModelSchema.parse({ model, endpoint, api, effort });
  const access: ModelAccess = { settings, apiKey };
  const catalogue = await sampleCatalogue();
  const wanted = halves.filter((half) => !options.half || half === options.half);
  const conversations = wanted
    .flatMap((half: Half) => readConversations(half))
    .slice(0, Number(options.most ?? Infinity));
  const [theirs, builtIn] = [new Sums(), new Sums()];
  const answers: Answered[] = [];
  for (const { kind, turns } of conversations) {
    const said = await converse(turns, catalogue.source);
    for (const [position, turn] of turns.entries())
      builtIn.add(turn, kind, said[position]!.answer, catalogue.known);
    const input: ModelInput[] = [];
    for (const turn of turns) {
      input.push({ type: 'message', role: 'user', content: turn.says });
      try {
        const answered = await answerOf(access, input, catalogue);
        input.push({ type: 'message', role: 'assistant', content: answered.text });
        answers.push(answered);
        theirs.add(turn, kind, answered.text, catalogue.known);
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        if (error.code === 'not_set_up') throw error;
        theirs.failed += 1;
        input.push({ type: 'message', role: 'assistant', content: 'I could not answer.' });
      }
    }
  }
  print({ [model]: theirs, 'built-in': builtIn });
  printCost(answers, options.price);
}

function print(columns: Record<string, Sums>): void {
  const rows = Object.fromEntries(
    Object.entries(columns).map(([name, sums]) => [name, sums.rows()]),
  );
  console.table(rows);
}

function printCost(answers: readonly Answered[], price: string | undefined): void {
  const sum = (read: (one: Answered) => number) =>
    answers.reduce((total, one) => total + read(one), 0);
  const statements = sum(({ support }) => support?.statements ?? 0);
  const supported = sum(({ support }) => support?.supported ?? 0);
  const [input, output] = [sum((one) => one.inputTokens), sum((one) => one.outputTokens)];
  console.log(`statements supported: ${supported} of ${statements}`);
  console.log(
    `seconds to first words ${(median(answers.map((one) => one.firstWordsMs)) / 1000).toFixed(1)}, to the whole answer ${(median(answers.map((one) => one.wholeMs)) / 1000).toFixed(1)} (median)`,
  );
  console.log(`tokens in ${input}, out ${output}, for ${answers.length} answers`);
  const [inPrice, outPrice] = (price ?? '').split(',').map(Number);
  if (inPrice && outPrice) {
    const cost = (input * inPrice + output * outPrice) / 1_000_000;
    console.log(
      `cost ${cost.toFixed(2)} USD, ${(cost / (answers.length || 1)).toFixed(4)} an answer`,
    );
  }
}
