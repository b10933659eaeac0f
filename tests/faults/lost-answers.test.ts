/** The SDK repeats a call whose answer is lost. The second try must not be refused for what the first has written. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dynamodb } from '#core/storage/dynamodb.ts';
import { claimRun, putRun, type RunRecord } from '#functions/assistant/runs.ts';
import { putThread } from '#functions/assistant/threads.ts';
import { openBilling } from '#functions/billing/billing.ts';
import { takeBillingLock } from '#functions/billing/billing-lock.ts';
import { ada } from '#functions/indexes/test-records.ts';
import { claimMail, markMailSent } from '#functions/mail/deliveries.ts';
import { putNewUser } from '#functions/people/accounts.ts';
import { putDataExport } from '#functions/privacy/data-exports.ts';
import { putMark, removeMark } from '#functions/reports/report-marks.ts';
import { claimReport } from '#functions/reports/report-work.ts';
import { beginReport } from '#functions/reports/reports.ts';
import { openTestDynamoDB, tableResource } from '#local/aws/dynamodb/test-tables.ts';

const tables = ['Accounts', 'Activity', 'Conversations', 'Reports'];
let local: Awaited<ReturnType<typeof openTestDynamoDB>>;
/** Operations whose answer was lost. */
const lost: string[] = [];

beforeAll(async () => {
  local = await openTestDynamoDB();
  for (const table of tables) {
    await local.service.declare(tableResource(table));
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  }
  const { accessKeyId, secretAccessKey } = await local.db.config.credentials();
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', secretAccessKey);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', local.endpoint);
  const { requestHandler } = dynamodb.config;
  const handle = requestHandler.handle.bind(requestHandler);
  vi.spyOn(requestHandler, 'handle').mockImplementation(async (request, options) => {
    const answer = await handle(request, options);
    if (!request.headers['amz-sdk-request']!.startsWith('attempt=1')) return answer;
    lost.push(request.headers['x-amz-target']);
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await local.close();
});

const now = new Date('2026-11-23T10:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a lock is taken, and is free again after the change', async () => {
  await openBilling('org_1');
  {
    await using _first = await takeBillingLock('org_1');
  }
  await expect(takeBillingLock('org_1')).resolves.toBeDefined();
});

test('a conversation begins', async () => {
  const at = now.toISOString();
  const thread = { thread_id: 'thr_1', title: '', created_at: at, updated_at: at, expires_at: 2e9 };
  await putThread(thread);
  await expect(putThread(thread)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
});

test('a user is new once', async () => {
  expect(await putNewUser(ada)).toBe(true);
  expect(await putNewUser(ada)).toBe(false);
});

test('a mail is claimed, and by one consumer', async () => {
  await expect(claimMail('m1', now, 60)).resolves.toBe('claimed');
  await expect(claimMail('m1', now, 60)).resolves.toBe('taken');
  await markMailSent('m1', now);
  await expect(claimMail('m1', later(90), 60)).resolves.toBe('sent');
});

test('an export that is asked for again is the one that is being prepared', async () => {
  await expect(putDataExport('usr_1', 'exp_1', [], now)).resolves.toBe('exp_1');
  await expect(putDataExport('usr_1', 'exp_2', [], later(60))).resolves.toBe('exp_1');
});

test('a mark of a report is saved and taken away, and a later one is not overwritten', async () => {
  const of = { orgId: 'org_1', report: 'US-1-A' };
  const mark = {
    ucid: 'US-2-A',
    element: '1a',
    note: 'Figure 2',
    revision: 1,
    by_id: 'usr_1',
    at: now.toISOString(),
  };
  await expect(putMark(of, mark, 0)).resolves.toBe(true);
  await expect(putMark(of, mark, 0)).resolves.toBe(false);
  await expect(removeMark(of, mark, 1)).resolves.toBe(true);
  await expect(removeMark(of, mark, 1)).resolves.toBe(false);
});

test('a report is taken up, by one worker until its lease ends', async () => {
  const report = { kind: 'prior-art', ucid: 'US-1-A', version: 'v1' } as const;
  await beginReport(report, now);
  const held = await claimReport(report, later(60), now);
  expect(held).toMatchObject({ leased_until: later(60).toISOString() });
  await expect(claimReport(report, later(90), later(30))).resolves.toBeUndefined();
  await expect(claimReport(report, later(150), later(90))).resolves.toBeDefined();
});

test('a run is taken up, by one worker until its lease ends', async () => {
  const run: RunRecord = {
    run_id: 'run_1',
    thread_id: 'thr_1',
    status: 'queued',
    created_at: now.toISOString(),
    leased_until: now.toISOString(),
    claims: 0,
    tries: 0,
    steps: 0,
    text: '',
    pending: [],
    filters: {},
    tool_calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    expires_at: 2e9,
  };
  await putRun(run);
  await expect(claimRun(run, later(30), now)).resolves.toMatchObject({ status: 'in_progress' });
  await expect(claimRun(run, later(40), later(10))).resolves.toBeUndefined();
  await expect(claimRun(run, later(90), later(60))).resolves.toBeDefined();
});

test('answers were lost in all of these', () => {
  expect(lost.length).toBeGreaterThan(20);
});
