import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FunctionError } from '#local/aws/service.ts';
import { lockFile } from '#local/aws/test-lock.ts';
import { openTestScheduler, start, target } from './test-scheduler.ts';

const minute = 60e3;

test('a declared rate fires at once and then at its rate, also after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-'));
  const first = await openTestScheduler({ dataDir });
  await first.declare('sweep', { ScheduleExpression: 'rate(15 minutes)' });
  first.scheduler.resume();
  await first.advance(0);
  expect(first.calls).toMatchObject([{ source: 'aws.scheduler', time: '2026-11-23T10:00:00Z' }]);
  await first.advance(15 * minute);
  expect(first.calls).toHaveLength(2);
  await first.scheduler.close();

  const second = await openTestScheduler({ dataDir });
  second.clock.time += 20 * minute;
  await second.declare('sweep', { ScheduleExpression: 'rate(15 minutes)' });
  second.scheduler.resume();
  await second.advance(9 * minute);
  expect(second.calls).toHaveLength(0);
  await second.advance(minute);
  expect(second.calls).toHaveLength(1);
});

test('a new schedule fires at once, although time passes while it is stored', async () => {
  let time = start;
  const local = await openTestScheduler({ clock: { now: () => time++ } });
  await local.declare('sweep', { ScheduleExpression: 'rate(1 day)' });
  local.scheduler.resume();
  await local.advance(0);
  expect(local.calls).toHaveLength(1);
});

test('a schedule whose file cannot be written fires once it can be', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-'));
  const faults: unknown[] = [];
  const local = await openTestScheduler({ dataDir, onFault: (error) => faults.push(error) });
  await local.declare('sweep', { ScheduleExpression: 'rate(15 minutes)' });
  local.scheduler.resume();
  await local.advance(0);
  const lock = lockFile(join(dataDir, 'scheduler.sqlite'));
  await local.advance(15 * minute);
  expect([local.calls.length, faults.length]).toEqual([1, 1]);
  lock.release();
  await local.advance(1000);
  expect(local.calls).toHaveLength(2);
});

test('a schedule that is no longer declared stops', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-'));
  const first = await openTestScheduler({ dataDir });
  await first.declare('old', { ScheduleExpression: 'rate(1 day)' });
  await first.scheduler.close();
  const second = await openTestScheduler({ dataDir });
  second.scheduler.resume();
  await second.advance(48 * 60 * minute);
  expect(second.calls).toEqual([]);
});

test('a failing function is retried twice, and its event given up then', async () => {
  let attempts = 0;
  const givenUp: unknown[] = [];
  const { scheduler, declare, advance } = await openTestScheduler({
    giveUp: (arn, event, error) => givenUp.push([arn, event, String(error)]),
    invoke: async () => {
      attempts++;
      throw new FunctionError('Error', 'failed');
    },
  });
  await declare('monthly', { ScheduleExpression: 'rate(30 days)' });
  scheduler.resume();
  for (let i = 0; i < 8; i++) await advance(30 * minute);
  expect(attempts).toBe(3);
  expect(givenUp).toEqual([
    [target.Arn, expect.objectContaining({ source: 'aws.scheduler' }), 'FunctionError: failed'],
  ]);
});

test('an event that the clock has made late is retried, too, and not longer than it may', async () => {
  let attempts = 0;
  const givenUp: unknown[] = [];
  const { scheduler, declare, advance } = await openTestScheduler({
    giveUp: (arn) => givenUp.push(arn),
    invoke: async () => {
      if (attempts++ > 0) throw new FunctionError('Error', 'failed');
    },
  });
  const RetryPolicy = { MaximumEventAgeInSeconds: 900, MaximumRetryAttempts: 2 };
  await declare('sweep', {
    ScheduleExpression: 'rate(60 minutes)',
    Target: { ...target, RetryPolicy },
  });
  scheduler.resume();
  await advance(0);
  await advance(25 * 60 * minute);
  expect([attempts, givenUp.length]).toEqual([2, 0]);
  await advance(14 * minute);
  expect([attempts, givenUp.length]).toEqual([3, 1]);
});

test('an invocation that a stop interrupted is repeated', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scheduler-'));
  const first = await openTestScheduler({ dataDir, invoke: () => new Promise(() => {}) });
  await first.declare('monthly', { ScheduleExpression: 'rate(30 days)' });
  first.scheduler.resume();
  await first.advance(60 * minute);
  await first.scheduler.close();
  const second = await openTestScheduler({ dataDir });
  second.clock.time += 61 * minute;
  await second.declare('monthly', { ScheduleExpression: 'rate(30 days)' });
  second.scheduler.resume();
  await second.advance(0);
  expect(second.calls).toHaveLength(1);
});

test('the role of a schedule must be allowed to invoke the function', async () => {
  const asked: unknown[] = [];
  const faults: string[] = [];
  const { scheduler, declare, calls, advance } = await openTestScheduler({
    onFault: (error) => void faults.push(error.message),
    authorize: (role, permission) => {
      asked.push([role, permission]);
      throw new Error('not allowed');
    },
  });
  await declare('sweep', { ScheduleExpression: 'rate(1 day)' });
  scheduler.resume();
  await advance(0);
  expect(asked).toEqual([
    [target.RoleArn, { action: 'lambda:InvokeFunction', resource: target.Arn }],
  ]);
  expect(calls).toEqual([]);
  expect(faults).toEqual(['Schedule sweep could not run: Error: not allowed']);
});

test('a property that is not emulated is refused when declared', async () => {
  const { declare } = await openTestScheduler();
  const Target = { ...target, DeadLetterConfig: { Arn: 'arn:aws:sqs:eu-west-1:0:q' } };
  const refused = declare('x', { ScheduleExpression: 'rate(1 day)', Target });
  await expect(refused).rejects.toThrow('x: Target.DeadLetterConfig is not emulated');
});
