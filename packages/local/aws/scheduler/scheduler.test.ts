import {
  GetScheduleCommand,
  ListScheduleGroupsCommand,
  SchedulerClient,
  UpdateScheduleCommand,
  type UpdateScheduleCommandInput,
} from '@aws-sdk/client-scheduler';
import { afterEach, expect, test } from 'vitest';
import { serve } from '#local/aws/dynamodb/test-server.ts';
import { callAsHost } from '#local/aws/run-operation.ts';
import { permissionsOf } from '#local/aws/test-call.ts';
import { openTestScheduler, start, target } from './test-scheduler.ts';

const hour = 3600e3;
let close = async () => {};
afterEach(async () => {
  await close();
  close = async () => {};
});

/** A scheduler with a disabled schedule `digest`, and a client. */
async function connected() {
  const local = await openTestScheduler();
  await local.declare('digest', { ScheduleExpression: 'rate(1 day)', State: 'DISABLED' });
  local.scheduler.resume();
  const server = await serve(local.scheduler);
  const client = new SchedulerClient(server.client);
  close = async () => {
    client.destroy();
    await server.close();
  };
  return { ...local, client };
}

const weekly = {
  Name: 'digest',
  ScheduleExpression: 'rate(7 days)',
  Target: { ...target, Input: '{"kind":"digest","at":"<aws.scheduler.scheduled-time>"}' },
  FlexibleTimeWindow: { Mode: 'OFF' },
} satisfies UpdateScheduleCommandInput;

test('a changed schedule fires when the clock is advanced, once for all that was missed', async () => {
  const { client, calls, advance } = await connected();
  await advance(2 * 24 * hour);
  expect(calls).toEqual([]);
  await client.send(new UpdateScheduleCommand(weekly));
  await advance(6 * 24 * hour);
  expect(calls).toEqual([{ kind: 'digest', at: '2026-11-25T10:00:00Z' }]);
  await advance(24 * hour);
  expect(calls).toHaveLength(2);
  await advance(30 * 24 * hour);
  expect(calls).toHaveLength(3);
});

test('a schedule is read, changed and switched off', async () => {
  const { client, calls, advance } = await connected();
  const { ScheduleArn } = await client.send(new UpdateScheduleCommand(weekly));
  expect(ScheduleArn).toBe('arn:aws:scheduler:eu-west-1:000000000000:schedule/default/digest');
  expect(await client.send(new GetScheduleCommand({ Name: 'digest' }))).toMatchObject({
    Arn: ScheduleArn,
    GroupName: 'default',
    State: 'ENABLED',
    Target: weekly.Target,
    CreationDate: new Date(start),
  });
  await advance(0);
  expect(calls).toHaveLength(1);
  await client.send(new UpdateScheduleCommand({ ...weekly, State: 'DISABLED' }));
  await advance(60 * 24 * hour);
  expect(calls).toHaveLength(1);
  expect(await client.send(new GetScheduleCommand({ Name: 'digest' }))).toMatchObject({
    State: 'DISABLED',
  });
});

test('an unknown schedule is refused', async () => {
  const { client } = await connected();
  await expect(client.send(new GetScheduleCommand({ Name: 'other' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test.each([
  ['a group', { GroupName: 'none' }],
  ['a malformed expression', { ScheduleExpression: 'rate(0 days)' }],
  ['a single time', { ScheduleExpression: 'at(2026-12-24T18:00:00)' }],
  ['a flexible window', { FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 } }],
  ['a time zone', { ScheduleExpressionTimezone: 'Europe/Berlin' }],
  ['a queue as target', { Target: { ...target, Arn: 'arn:aws:sqs:eu-west-1:0:q' } }],
])('%s is refused', async (_, changes) => {
  const { client } = await connected();
  const input = { ...weekly, ...changes } as UpdateScheduleCommandInput;
  await expect(client.send(new UpdateScheduleCommand(input))).rejects.toMatchObject({
    name: 'ValidationException',
  });
});

test.each([
  ['a group that is not text', { GroupName: { a: 1 } }],
  [
    'a negative number of retries',
    { Target: { ...target, RetryPolicy: { MaximumRetryAttempts: -1 } } },
  ],
  ['an input that is not JSON', { Target: { ...target, Input: '{' } }],
  ['a date', { StartDate: 'soon' }],
  ['a null', { Target: null }],
  ['a name of another form', { Name: 'a b' }],
])('%s is refused as malformed', async (_, changes) => {
  const { scheduler } = await openTestScheduler();
  await expect(
    callAsHost(scheduler, 'UpdateSchedule', { ...weekly, ...changes }),
  ).rejects.toMatchObject({ code: 'ValidationException' });
});

test('other operations fail loudly', async () => {
  const { client } = await connected();
  await expect(client.send(new ListScheduleGroupsCommand())).rejects.toMatchObject({
    name: 'UnknownOperationException',
  });
});

test('changing needs permission for the schedule and for passing its role', async () => {
  const { scheduler } = await openTestScheduler();
  const asked = await permissionsOf(scheduler, 'UpdateSchedule', weekly);
  expect(asked.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
    'scheduler:UpdateSchedule arn:aws:scheduler:eu-west-1:000000000000:schedule/default/digest',
    `iam:PassRole ${target.RoleArn}`,
  ]);
  expect(asked[1]?.context).toEqual({ 'iam:PassedToService': 'scheduler.amazonaws.com' });
});

test('reading needs permission for the schedule', async () => {
  const { scheduler } = await openTestScheduler();
  expect(await permissionsOf(scheduler, 'GetSchedule', { Name: 'a' })).toEqual([
    {
      action: 'scheduler:GetSchedule',
      resource: 'arn:aws:scheduler:eu-west-1:000000000000:schedule/default/a',
    },
  ]);
});
