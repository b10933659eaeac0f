import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListScheduleGroupsCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { afterEach, expect, test } from 'vitest';
import { serve } from '#local/aws/dynamodb/test-server.ts';
import { callAsHost } from '#local/aws/run-operation.ts';
import { openTestScheduler, start, target } from '#local/aws/scheduler/test-scheduler.ts';
import { permissionsOf } from '#local/aws/test-call.ts';

const hour = 3600e3;
let close = async () => {};
afterEach(async () => {
  await close();
  close = async () => {};
});

async function connected() {
  const local = await openTestScheduler();
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
  Target: { ...target, Input: '{"kind":"digest"}' },
  FlexibleTimeWindow: { Mode: 'OFF' },
} satisfies CreateScheduleCommandInput;

test('a created schedule fires when the clock is advanced, once for all that was missed', async () => {
  const { client, calls, advance } = await connected();
  await client.send(new CreateScheduleCommand(weekly));
  await advance(6 * 24 * hour);
  expect(calls).toEqual([{ kind: 'digest' }]);
  await advance(24 * hour);
  expect(calls).toHaveLength(2);
  await advance(30 * 24 * hour);
  expect(calls).toHaveLength(3);
});

test('a schedule is read, changed, switched off and deleted', async () => {
  const { client, calls, advance } = await connected();
  const later = { ...weekly, ScheduleExpression: 'at(2026-12-24T18:00:00)' };
  const { ScheduleArn } = await client.send(new CreateScheduleCommand(later));
  expect(ScheduleArn).toBe('arn:aws:scheduler:eu-west-1:000000000000:schedule/default/digest');
  expect(await client.send(new GetScheduleCommand({ Name: 'digest' }))).toMatchObject({
    Arn: ScheduleArn,
    GroupName: 'default',
    State: 'ENABLED',
    Target: weekly.Target,
    CreationDate: new Date(start),
  });
  await client.send(new UpdateScheduleCommand({ ...later, State: 'DISABLED' }));
  await advance(60 * 24 * hour);
  expect(calls).toEqual([]);
  expect(await client.send(new GetScheduleCommand({ Name: 'digest' }))).toMatchObject({
    State: 'DISABLED',
  });
  await client.send(new DeleteScheduleCommand({ Name: 'digest' }));
  await expect(client.send(new GetScheduleCommand({ Name: 'digest' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('a one-time schedule can delete itself', async () => {
  const { client, calls, advance } = await connected();
  const ScheduleExpression = 'at(2026-11-23T12:30:00)';
  const Target = { ...target, Input: '{"at":"<aws.scheduler.scheduled-time>"}' };
  const once = { ...weekly, ScheduleExpression, Target, ActionAfterCompletion: 'DELETE' } as const;
  await client.send(new CreateScheduleCommand(once));
  await advance(3 * hour);
  expect(calls).toEqual([{ at: '2026-11-23T12:30:00Z' }]);
  await expect(client.send(new GetScheduleCommand({ Name: 'digest' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('a repeated call with the same token gives the first schedule', async () => {
  const { client } = await connected();
  const input = { ...weekly, ClientToken: 'one' };
  const first = await client.send(new CreateScheduleCommand(input));
  expect((await client.send(new CreateScheduleCommand(input))).ScheduleArn).toBe(first.ScheduleArn);
});

test.each([
  ['another name is taken', {}, 'ConflictException'],
  ['a group', { Name: 'x', GroupName: 'none' }, 'ValidationException'],
  [
    'a malformed expression',
    { Name: 'x', ScheduleExpression: 'rate(0 days)' },
    'ValidationException',
  ],
  [
    'a flexible window',
    { Name: 'x', FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 5 } },
    'ValidationException',
  ],
  [
    'a time zone',
    { Name: 'x', ScheduleExpressionTimezone: 'Europe/Berlin' },
    'ValidationException',
  ],
  [
    'a queue as target',
    { Name: 'x', Target: { ...target, Arn: 'arn:aws:sqs:eu-west-1:0:q' } },
    'ValidationException',
  ],
])('%s is refused', async (_, changes, name) => {
  const { client } = await connected();
  await client.send(new CreateScheduleCommand(weekly));
  const input = { ...weekly, ClientToken: 'second', ...changes } as CreateScheduleCommandInput;
  await expect(client.send(new CreateScheduleCommand(input))).rejects.toMatchObject({ name });
});

test.each([
  ['a group that is no text', { GroupName: { a: 1 } }],
  [
    'a negative number of retries',
    { Target: { ...target, RetryPolicy: { MaximumRetryAttempts: -1 } } },
  ],
  ['an input that is no JSON', { Target: { ...target, Input: '{' } }],
  ['a date', { StartDate: 'soon' }],
  ['a null', { Target: null }],
  ['a name of another form', { Name: 'a b' }],
])('%s is refused as malformed', async (_, changes) => {
  const { scheduler } = await openTestScheduler();
  await expect(
    callAsHost(scheduler, 'CreateSchedule', { ...weekly, ...changes }),
  ).rejects.toMatchObject({ code: 'ValidationException' });
});

test('other operations fail loudly', async () => {
  const { client } = await connected();
  await expect(client.send(new ListScheduleGroupsCommand())).rejects.toMatchObject({
    name: 'UnknownOperationException',
  });
});

test('creating needs permission for the schedule and for passing its role', async () => {
  const { scheduler } = await openTestScheduler();
  const asked = await permissionsOf(scheduler, 'CreateSchedule', weekly);
  expect(asked.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
    'scheduler:CreateSchedule arn:aws:scheduler:eu-west-1:000000000000:schedule/default/digest',
    `iam:PassRole ${target.RoleArn}`,
  ]);
  expect(asked[1]?.context).toEqual({ 'iam:PassedToService': 'scheduler.amazonaws.com' });
});

test('reading and deleting need permission for the schedule', async () => {
  const { scheduler } = await openTestScheduler();
  expect(await permissionsOf(scheduler, 'DeleteSchedule', { Name: 'a' })).toEqual([
    {
      action: 'scheduler:DeleteSchedule',
      resource: 'arn:aws:scheduler:eu-west-1:000000000000:schedule/default/a',
    },
  ]);
});
