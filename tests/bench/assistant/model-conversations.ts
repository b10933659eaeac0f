/**
 * Has a model answer the conversations, and prints how it did beside the built-in assistant. The product is asked over HTTP, as the page
 * does it, so that its own worker calls the model, its tools and its checks. Costs money: the key is `OPENAI_API_KEY`.
 */

import { assistantModelSchema } from '#shared/assistant-model.ts';
import { formatCitation } from '#shared/citations.ts';
import type { Client } from '#shared/client.ts';
import type { ChatMessage } from '#shared/contract/chat.ts';
import {
  answerOf,
  ask,
  callsOf,
  newConversation,
  readRun,
  submit,
} from '#tests/api/support/chat.ts';
import { clientAt } from '#tests/api/support/people.ts';
import { converse } from '#tests/assistant/support/converse.ts';
import { close, startStack } from '#tests/support/stack.ts';
import { median } from '../median.ts';
import { type Catalogue, sampleCatalogue } from './catalogue.ts';
import { checkAnswer } from './check-answer.ts';
import { type Conversation, type Half, halves, readConversations } from './conversation-set.ts';
import { gradeAnswer } from './grade-answer.ts';
import { type RunUsage, usageReader } from './run-usage.ts';

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

interface Answered extends RunUsage {
  /** With its citations, as the model writes them; undefined if the run has failed. */
  text: string | undefined;
  firstWordsMs: number;
  wholeMs: number;
}

type Asked = Awaited<ReturnType<typeof newConversation>>;

/** Where the product is asked, and how what an answer used is read. */
interface Product {
  call: Client;
  usageOf: (threadId: string, runId: string) => Promise<RunUsage>;
}

/** Pause between two looks at a run. */
const lookMs = 50;

/** Asks one question of a conversation, and answers calls as the page does. */
async function answered(
  { call, usageOf }: Product,
  conversation: Asked,
  question: string,
): Promise<Answered> {
  const startedAt = performance.now();
  const { id } = await ask(conversation, question);
  let firstWordsMs: number | undefined;
  for (;;) {
    const run = await readRun(conversation, id);
    const now = performance.now() - startedAt;
    if (run.text) firstWordsMs ??= now;
    if (run.status === 'requires_action') {
      const outputs = callsOf(run).map((one) => answerOf(call, one.function));
      await submit(conversation, run, await Promise.all(outputs));
    } else if (run.status === 'completed' || run.last_error) {
      const { threadId } = conversation;
      const text = run.last_error ? undefined : await lastAnswer(conversation);
      const usage = await usageOf(threadId, id);
      return { ...usage, text, firstWordsMs: firstWordsMs ?? now, wholeMs: now };
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

async function lastAnswer({ call, threadId, threadToken }: Asked): Promise<string> {
  const params = { id: threadId };
  let cursor: string | undefined;
  let last: ChatMessage | undefined;
  do {
    const page = await call('list-chat-messages', { params, query: { cursor }, threadToken });
    last = page.items.at(-1) ?? last;
    cursor = page.next;
  } while (cursor);
  const lines = (last?.citations ?? []).flatMap(({ place, ...one }) =>
    place ? [formatCitation({ ...one, place })] : [],
  );
  return `${last?.text ?? ''}\n\n${lines.join('\n')}`.trim();
}

interface Tally {
  met: number;
  asked: number;
}

/** Adds the checks whose names begin so. */
function count(tally: Tally, checks: readonly { name: string; met: boolean }[], begins: string) {
  const asked = checks.filter(({ name }) => name.startsWith(begins));
  tally.asked += asked.length;
  tally.met += asked.filter(({ met }) => met).length;
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
  /** Checks whether a document that is right is cited, and whether all that are listed have the filters. */
  documents: Tally = { met: 0, asked: 0 };
  filters: Tally = { met: 0, asked: 0 };
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
    count(this.documents, checks, 'cites ');
    count(this.filters, checks, 'each ');
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
      'right documents': `${this.documents.met} of ${this.documents.asked}`,
      'filters held': `${this.filters.met} of ${this.filters.asked}`,
      'points of 5': (this.points / (this.turns || 1)).toFixed(2),
      'quotes verbatim': `${this.verbatim} of ${this.quotes}`,
      'refusals that are right': `${this.refused} of ${this.refusals}`,
      'without an answer': String(this.failed),
    };
  }
}

/** Has the model and the built-in assistant answer these conversations. */
async function measureModel(
  product: Product,
  conversations: readonly Conversation[],
  catalogue: Catalogue,
): Promise<{ theirs: Sums; builtIn: Sums; answers: Answered[] }> {
  const [theirs, builtIn] = [new Sums(), new Sums()];
  const answers: Answered[] = [];
  for (const { kind, turns } of conversations) {
    const said = await converse(turns, catalogue.source);
    for (const [position, turn] of turns.entries())
      builtIn.add(turn, kind, said[position]!.answer, catalogue.known);
    const conversation = await newConversation(product.call);
    for (const turn of turns) {
      const one = await answered(product, conversation, turn.says);
      answers.push(one);
      if (one.text === undefined) theirs.failed += 1;
      else theirs.add(turn, kind, one.text, catalogue.known);
    }
  }
  return { theirs, builtIn, answers };
}

/** Prints how a model does, beside the built-in assistant, and returns it. */
export async function printModel(options: ModelOptions) {
  const apiKey = process.env.OPENAI_API_KEY;
  if (!apiKey) throw new Error('OPENAI_API_KEY has no key of the provider.');
  const { model, endpoint, api, effort } = options;
  const settings = assistantModelSchema.parse({ model, endpoint, api, effort });
  const wanted = halves.filter((half) => !options.half || half === options.half);
  const conversations = wanted
    .flatMap((half: Half) => readConversations(half))
    .slice(0, Number(options.most ?? Infinity));
  const catalogue = await sampleCatalogue();
  const stack = await startStack({
    environment: { OPENAI_API_KEY: apiKey, ASSISTANT_MODEL: JSON.stringify(settings) },
  });
  try {
    const product = { call: clientAt(stack.origin), usageOf: await usageReader(stack) };
    const measured = await measureModel(product, conversations, catalogue);
    print({ [model]: measured.theirs, 'built-in': measured.builtIn });
    printCost(measured.answers, options.price);
    return measured;
  } finally {
    await close(stack);
  }
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
