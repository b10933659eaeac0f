/** Reports that models judge, when workers are killed and models are away: no answer is paid for twice, and there is a report. */
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredAnswer } from '#functions/reports/judging/judge-pass.ts';
import { reportSettings } from '#functions/reports/report-settings.ts';
import type { Client } from '#shared/client.ts';
import { clientAt, newAdminAt } from '#tests/api/support/people.ts';
import { advanceClock } from '#tests/support/clock.ts';
import { type JudgeModel, startJudgeModel } from '#tests/support/judge-model.ts';
import { assemblyOf, close, kill, type Stack, startStack } from '#tests/support/stack.ts';
import { waitFor } from '#tests/support/wait-for.ts';

let stack: Stack;
let model: JudgeModel;
let call: Client;
let Bucket: string;
/** One for the whole file: each client keeps its connections open, and the stored answers are looked at every few milliseconds. */
let s3: S3Client;
/** Of the stack, which is started again on the same data. */
let environment: Record<string, string>;

beforeAll(async () => {
  model = await startJudgeModel();
  const { endpoint, apiKey } = model;
  const judge = { model: 'cheap', secondModel: 'dear', endpoint };
  environment = { REPORT_JUDGE: JSON.stringify(judge), REPORT_API_KEY: apiKey };
  stack = await startStack({ environment });
  call = clientAt(stack.origin);
  s3 = new S3Client({ ...stack.client, forcePathStyle: true });
  const { functions } = await assemblyOf(stack);
  Bucket = functions.map((one) => one.environment.BUCKET_REPORTS).find(Boolean)!;
});
afterAll(async () => {
  await close(stack);
  await model.close();
});

/** What is stored of requests, by key. */
async function storedRequests(): Promise<Map<string, StoredAnswer>> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'judged/' }));
  const all = await Promise.all(
    Contents.map(async ({ Key }) => {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
      return [Key!, JSON.parse(await Body!.transformToString()) as StoredAnswer] as const;
    }),
  );
  return new Map(all);
}

/** The texts of stored answers. */
const answersIn = (stored: Map<string, StoredAnswer>) =>
  [...stored.values()].flatMap(({ answer }) => answer?.text ?? []);

const isReady = (ucid: string) => async () => {
  const { status } = await call('check-invalidation-report', { query: { ucid } });
  return status === 'ready';
};
const order = (ucid: string) => call('prepare-report', { body: { kind: 'invalidation', ucid } });
const read = async (ucid: string) =>
  (await call('get-invalidation-report', { query: { ucid } })).report;

test('the plug is pulled three times while a report is judged: it is finished, and no stored answer is asked for again', async () => {
  const ucid = 'US-99030012-B2';
  const planned = await order(ucid);
  expect(planned.judging).toMatchObject({ models: ['cheap', 'dear'], budget: { tokens: 500_000 } });
  /** What the last worker had asked when it was killed. Nothing is asked three times, so this one is killed with other requests. */
  let unanswered: string[] = [];
  for (const answers of [1, 2, 4]) {
    let goOn = () => {};
    model.hold = undefined;
    const isTime = async () => {
      const stored = await storedRequests();
      const areAnswered = unanswered.every((key) => stored.get(key)?.answer);
      return areAnswered && answersIn(stored).length >= answers;
    };
    await waitFor(`${answers} answers`, isTime, { everyMs: 5 });
    // What is asked from now on is not answered before the plug is pulled.
    model.hold = new Promise((resolve) => {
      goOn = resolve;
    });
    const stored = new Set(answersIn(await storedRequests()));
    const { port, dataDir } = stack;
    await kill(stack);
    goOn();
    model.hold = undefined;
    const asked = model.answered.length;
    stack = await startStack({ port, dataDir, environment });
    unanswered = [...(await storedRequests())].flatMap(([key, { answer }]) => (answer ? [] : key));
    // What the killed worker had asked is answered by now, too, and is no sign of the next one.
    const before = model.answered.length;
    await advanceClock(stack.origin, `${reportSettings.takeUpSeconds + 20}s`);
    await waitFor('more answers', async () => {
      if (await isReady(ucid)()) return true;
      return model.answered.length > before;
    });
    const again = model.answered.slice(asked).filter(({ answer }) => stored.has(answer));
    expect(again).toEqual([]);
  }
  await waitFor('the report', isReady(ucid));
  const report = await read(ucid);
  expect(report.record.judging).toMatchObject({ unjudged: [], unconfirmed: [] });
  expect(report.record.judging!.judged).toBeGreaterThan(20);
  // A reference that people add is judged as those of the report.
  const admin = await newAdminAt(stack.origin);
  const added = { report: ucid, reference: 'US-20110990013-A1' };
  const { chart } = await admin.call('add-report-reference', { body: added });
  expect(chart.some(({ judgement }) => judgement)).toBe(false);
  await waitFor('the judgement of what was added', async () => {
    const marks = await admin.call('get-report-marks', { query: { ucid } });
    return marks.added[0]!.chart.every(({ judgement }) => judgement);
  });
});

test('a report whose model is away comes without its judgement, says so, and is judged when somebody asks later', async () => {
  const ucid = 'US-99040012-B2';
  model.faults = Array.from({ length: 1000 }, () => 'server error');
  await order(ucid);
  const pauses = () => stack.printed().split('the model is away').length - 1;
  for (let pause = 1; pause <= reportSettings.judgePauses; pause++) {
    await waitFor(`pause ${pause}`, () => pauses() >= pause);
    await advanceClock(stack.origin, `${reportSettings.judgePauseSeconds + 1}s`);
  }
  await waitFor('the report', isReady(ucid));
  expect((await read(ucid)).record.judging).toMatchObject({ judged: 0, stopped: 'away' });
  model.faults = [];
  await advanceClock(stack.origin, `${reportSettings.judgeAgainSeconds + 1}s`);
  await order(ucid);
  await waitFor('the judgement', async () => (await read(ucid)).record.judging!.judged > 0);
});
