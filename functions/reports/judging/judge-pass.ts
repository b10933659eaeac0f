import type { PatentDocument } from '#shared/patent-document.ts';
import type { TokenUse } from '#shared/report/judge-settings.ts';
import type { ClaimElement, Judgement, Judging } from '#shared/report/report.ts';
import type { AskJudge, JudgeRequest } from './ask-judge.ts';
import type { JudgeBudget } from './judge-budget.ts';
import { JudgeFailure } from './judge-failure.ts';
import { requestHash } from './judge-request.ts';
import { judgeRules } from './judge-rules.ts';
import { readAnswer } from './read-answer.ts';

/** What became of a request, kept so that nobody pays for the same answer twice. */
export interface StoredAnswer {
  /** How often it was asked. An answer that is not valid is asked for once more. */
  tries: number;
  /** What was used without an answer that counts, with what a worker had set aside that was stopped meanwhile. */
  lost: TokenUse;
  answer?: { text: string; used: TokenUse; at: string };
}

/** Answers by the hash of their request. */
export interface AnswerStore {
  get(hash: string): Promise<StoredAnswer | undefined>;
  put(hash: string, stored: StoredAnswer): Promise<void>;
}

/** Elements in a reference, and the request that asks about them. */
export interface JudgeTask {
  reference: PatentDocument;
  elements: readonly ClaimElement[];
  request: JudgeRequest;
}

export interface JudgeWork {
  answers: AnswerStore;
  budget: JudgeBudget;
  /** Absent: only stored answers are used. */
  ask?: AskJudge;
  /** Milliseconds of the epoch. */
  now(): number;
  /** No request begins after that. */
  until: number;
  /** Ends requests that are under way. */
  signal: AbortSignal;
}

/** Why a pass ended before its end. `later`: another worker goes on. */
export type PassStop = NonNullable<Judging['stopped']> | 'later';

export interface PassResult {
  /** By `element ucid`. */
  judgements: Map<string, Judgement>;
  stopped?: PassStop;
}

const mostTries = 2;
const nothing: TokenUse = { input: 0, output: 0 };
const sum = (a: TokenUse, b: TokenUse): TokenUse => ({
  input: a.input + b.input,
  output: a.output + b.output,
});

interface Asked extends JudgeTask {
  hash: string;
  stored: StoredAnswer;
}

/** Has a model judge: what is stored is taken, the rest is asked in order, some at once, as far as budget and time go. */
export async function judgePass(
  tasks: readonly JudgeTask[],
  work: JudgeWork,
  share: number,
): Promise<PassResult> {
  const { answers, budget } = work;
  const asked: Asked[] = [];
  for (const task of tasks) {
    const hash = requestHash(task.request);
    const stored = (await answers.get(hash)) ?? { tries: 0, lost: nothing };
    budget.count(task.request.model, sum(stored.lost, stored.answer?.used ?? nothing));
    asked.push({ ...task, hash, stored });
  }
  const judgements = new Map<string, Judgement>();
  /** @returns whether the answer is valid */
  const take = ({ stored: { answer }, elements, reference, request }: Asked): boolean => {
    if (!answer) return false;
    const author = { model: request.model, judged_at: answer.at };
    const read = readAnswer(answer.text, elements, reference, author);
    for (const [label, one] of read ?? []) judgements.set(`${label} ${reference.ucid}`, one);
    return read !== undefined;
  };
  const pending = asked.filter((one) => !take(one) && one.stored.tries < mostTries);
  let stopped: PassStop | undefined;
  const worker = async () => {
    while (!stopped) {
      const one = pending.shift();
      if (!one) return;
      const failed = await askOnce(one, work, share);
      stopped ??= failed;
      if (!failed && !take(one) && one.stored.tries < mostTries) pending.unshift(one);
    }
  };
  if (pending.length > 0 && work.ask) {
    await Promise.all(Array.from({ length: judgeRules.atOnce }, worker));
  }
  return { judgements, ...(stopped && { stopped }) };
}

/** Asks for one answer and stores it. What it may use is noted before: a worker that is killed then has used it. */
async function askOnce(
  one: Asked,
  { answers, budget, ask, now, until, signal }: JudgeWork,
  share: number,
): Promise<PassStop | undefined> {
  const { request, hash } = one;
  const { model } = request;
  if (now() >= until || signal.aborted) return 'later';
  const most = mostUse(request);
  if (!budget.reserve(model, most, share)) return 'budget';
  const { tries } = one.stored;
  const lost = sum(one.stored.lost, one.stored.answer?.used ?? nothing);
  await answers.put(hash, { tries: tries + 1, lost: sum(lost, most) });
  try {
    const { text, used = most } = await ask!(request, signal);
    budget.settle(model, most, used);
    const answer = { text, used, at: new Date(now()).toISOString() };
    one.stored = { tries: tries + 1, lost, answer };
    await answers.put(hash, one.stored);
    return undefined;
  } catch (error) {
    if (!(error instanceof JudgeFailure)) throw error;
    // What a request has used that was given up is not known.
    const used = error.isCertain ? nothing : most;
    budget.settle(model, most, used);
    await answers.put(hash, { tries, lost: sum(lost, used) });
    return signal.aborted ? 'later' : error.reason;
  }
}

/** The most that a request may use. Texts of every language have less than a token for two bytes. */
const mostUse = ({ instructions, input, schema, maxOutputTokens }: JudgeRequest): TokenUse => ({
  input: Math.ceil(Buffer.byteLength(instructions + input + JSON.stringify(schema)) / 2),
  output: maxOutputTokens,
});
