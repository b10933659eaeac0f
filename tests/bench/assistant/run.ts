/**
 * Time until the assistant's first words and until its whole answer, with tools answered as the page does, warm and of the first question
 * after a start (with `--warm` after the hint that the page sends when it opens, and `--pause` seconds of writing, 3 unless told), and the tokens that an answer costs. With `--conversations`: how many of the fixed checks of 120 conversations it meets,
 * in this process, or with `--loaded DIR` those of questions about documents that a load wrote there. `--ask FILE` prints the answers to the
 * conversations of a file. `--model NAME` has a model
 * answer them, with the key in `OPENAI_API_KEY`, beside the built-in assistant. `--transcripts` writes thirty of them to docs.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from '#shared/client.ts';
import {
  answerOf,
  ask,
  callsOf,
  newConversation,
  readRun,
  submit,
} from '#tests/api/support/chat.ts';
import { clientAt } from '#tests/api/support/people.ts';
import { close, startStack } from '#tests/support/stack.ts';
import { median } from '../median.ts';
import { printAnswers } from './ask-file.ts';
import { printConversations } from './conversations.ts';
import { printModel } from './model-conversations.ts';
import { usageReader } from './run-usage.ts';
import { writeTranscripts } from './transcripts.ts';

const questions = [
  'Find patents on infusion pumps that notice a blocked line early.',
  'Which patents keep batteries cool without a fan?',
  'Find patents on drones that dock by themselves, published before 2019.',
];
/** The first round warms the functions up. */
const rounds = 5;

interface Answer {
  firstWordsMs: number;
  wholeMs: number;
  threadId: string;
  runId: string;
}

async function answer(call: Client, question: string): Promise<Answer> {
  const conversation = await newConversation(call);
  const { threadId } = conversation;
  const startedAt = performance.now();
  const { id } = await ask(conversation, question);
  let firstWordsMs: number | undefined;
  for (;;) {
    const run = await readRun(conversation, id);
    if (run.text) firstWordsMs ??= performance.now() - startedAt;
    if (run.status === 'requires_action') {
      const outputs = callsOf(run).map((one) => answerOf(call, one.function));
      await submit(conversation, run, await Promise.all(outputs));
    } else if (run.status === 'completed') {
      const wholeMs = performance.now() - startedAt;
      return { firstWordsMs: firstWordsMs ?? wholeMs, wholeMs, threadId, runId: id };
    } else if (run.last_error) throw new Error(run.last_error.message);
    await setTimeout(20);
  }
}

export async function run(options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      json: { type: 'boolean' },
      warm: { type: 'boolean' },
      pause: { type: 'string', default: '3' },
      conversations: { type: 'boolean' },
      loaded: { type: 'string' },
      show: { type: 'string' },
      ask: { type: 'string' },
      transcripts: { type: 'boolean' },
      model: { type: 'string' },
      endpoint: { type: 'string' },
      api: { type: 'string' },
      effort: { type: 'string' },
      price: { type: 'string' },
      half: { type: 'string' },
      most: { type: 'string' },
    },
  });
  if (values.transcripts) return writeTranscripts();
  if (values.ask) return printAnswers(values.ask, values.loaded);
  if (values.model) return void (await printModel({ ...values, model: values.model }));
  if (values.conversations || values.loaded) return printConversations(values.loaded, values.show);
  const stack = await startStack({ functionsStay: false });
  try {
    const call = clientAt(stack.origin);
    const answers: Answer[] = [];
    const coldAt = performance.now();
    // As the page does when it opens.
    if (values.warm) await call('warm-chat');
    const warmedMs = performance.now() - coldAt;
    if (values.warm) await setTimeout(Number(values.pause) * 1000);
    let cold: Answer | undefined;
    for (let round = 0; round < rounds; round++) {
      for (const question of questions) {
        const timed = await answer(call, question);
        cold ??= timed;
        if (round > 0) answers.push(timed);
      }
    }
    const usageOf = await usageReader(stack);
    const used = await Promise.all(answers.map((one) => usageOf(one.threadId, one.runId)));
    const figures = {
      answers: answers.length,
      firstWordsMs: Math.round(median(answers.map(({ firstWordsMs }) => firstWordsMs))),
      wholeMs: Math.round(median(answers.map(({ wholeMs }) => wholeMs))),
      slowestMs: Math.round(Math.max(...answers.map(({ wholeMs }) => wholeMs))),
      coldFirstWordsMs: Math.round(cold!.firstWordsMs),
      coldWholeMs: Math.round(cold!.wholeMs),
      ...(values.warm && { warmingMs: Math.round(warmedMs) }),
      inputTokens: Math.round(median(used.map((one) => one.inputTokens))),
      outputTokens: Math.round(median(used.map((one) => one.outputTokens))),
    };
    console.log(values.json ? JSON.stringify(figures, null, 2) : figures);
  } finally {
    await close(stack);
  }
}
