import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { afterEach, expect, test } from 'vitest';
import { sha256 } from '#local/aws/protocol/sigv4.ts';
import { connect, openTestScheduler, start, target } from '#local/aws/scheduler/test-scheduler.ts';
import { AwsError, type RestRequest } from '#local/aws/service.ts';

const hour = 3600e3;
let close = () => {};
afterEach(() => close());

async function connected(options: Parameters<typeof openTestScheduler>[0] = {}) {
  const local = await openTestScheduler(options);
  local.scheduler.resume();
  const { close: closeClient, ...connection } = await connect(local);
  close = closeClient;
  return { ...local, ...connection };
}

const weekly = {
  ...{
    Name: 'digest',
    ScheduleExpression: 'cron(0 8 ? * MON *)',
    Target: { ...target, Input: '{"kind":"digest"}' },
  },
  FlexibleTimeWindow: { Mode: 'OFF' },
} satisfies CreateScheduleCommandInput;

test('a created schedule fires when the clock is advanced, once for all that was missed', async () => {
  const { client, calls, advance } = await connected();
  await client.send(new CreateScheduleCommand(weekly));
  await advance(6 * 24 * hour);
  expect(calls).toEqual([]);
  await advance(24 * hour);
  expect(calls).toEqual([{ kind: 'digest' }]);
  await advance(30 * 24 * hour);
  expect(calls).toHaveLength(2);
});

test('a schedule is read, listed, changed, switched off and deleted', async () => {
  const { client, calls, advance } = await connected();
  const { ScheduleArn } = await client.send(new CreateScheduleCommand(weekly));
  expect(ScheduleArn).toBe('arn:aws:scheduler:eu-west-1:000000000000:schedule/default/digest');
  expect(await client.send(new GetScheduleCommand({ Name: 'digest' }))).toMatchObject({
    ...{ Arn: ScheduleArn, GroupName: 'default', State: 'ENABLED', Target: weekly.Target },
    CreationDate: new Date(start),
  });
  await client.send(new UpdateScheduleCommand({ ...weekly, State: 'DISABLED' }));
  await advance(60 * 24 * hour);
  expect(calls).toEqual([]);
  const { Schedules } = await client.send(new ListSchedulesCommand({ NamePrefix: 'dig' }));
  expect(Schedules).toMatchObject([{ Name: 'digest', State: 'DISABLED' }]);
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
  expect((await client.send(new ListSchedulesCommand())).Schedules).toEqual([]);
});

test.each([
  ['another name is taken', {}, 'ConflictException'],
  ['an unknown group', { Name: 'x', GroupName: 'none' }, 'ResourceNotFoundException'],
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
  ['a name that is no text', { GroupName: { a: 1 } }],
  [
    'a negative number of retries',
    { Target: { ...target, RetryPolicy: { MaximumRetryAttempts: -1 } } },
  ],
  ['an input that is no JSON', { Target: { ...target, Input: '{' } }],
  ['a date that is none', { StartDate: 'soon' }],
  ['a null', { Target: null }],
])('%s in a body is refused as malformed', async (_, changes) => {
  const { url } = await connected();
  const body = JSON.stringify({ ...weekly, Name: undefined, ...changes });
  const answer = await fetch(`${url}/schedules/digest`, {
    method: 'POST',
    headers: { 'x-amz-content-sha256': sha256(body) },
    body,
  });
  expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([
    400,
    'ValidationException',
  ]);
});

test.each(['/schedules?MaxResults=many', '/schedules?NextToken=-1', '/schedules/%E0%A4%A'])(
  'GET %s is refused as malformed',
  async (path) => {
    const { url } = await connected();
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get('x-amzn-errortype')]).toEqual([
      400,
      'ValidationException',
    ]);
  },
);

test('a body other than the signed one is refused', async () => {
  const { url, client } = await connected();
  const { Name, ...body } = weekly;
  const answer = await fetch(`${url}/schedules/${Name}`, {
    method: 'POST',
    headers: { 'x-amz-content-sha256': sha256('{}') },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(403);
  expect((await client.send(new ListSchedulesCommand())).Schedules).toEqual([]);
});

test('other operations fail loudly', async () => {
  const { client } = await connected();
  await expect(client.send(new ListScheduleGroupsCommand())).rejects.toMatchObject({
    name: 'UnknownOperationException',
  });
});

test('creating needs permission for the schedule and for passing its role', async () => {
  const asked: unknown[] = [];
  const authorizeCaller = (_: unknown, permissions: { action: string; resource: string }[]) => {
    asked.push(...permissions.map(({ action, resource }) => `${action} ${resource}`));
    throw new AwsError('AccessDeniedException', 'no', 403);
  };
  const { client } = await connected({ authorizeCaller });
  await expect(client.send(new CreateScheduleCommand(weekly))).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
  expect(asked).toEqual([
    'scheduler:CreateSchedule arn:aws:scheduler:eu-west-1:000000000000:schedule/default/digest',
    `iam:PassRole ${target.RoleArn}`,
  ]);
});

test('reading and deleting need permission for the schedule', async () => {
  const { scheduler } = await openTestScheduler();
  const ask = (method: string, path: string) =>
    scheduler.permissions({
      method,
      path,
      query: new URLSearchParams('groupName=g'),
    } as RestRequest);
  expect(ask('DELETE', '/schedules/a')).toEqual([
    {
      action: 'scheduler:DeleteSchedule',
      resource: 'arn:aws:scheduler:eu-west-1:000000000000:schedule/g/a',
    },
  ]);
  expect(ask('GET', '/schedules')).toMatchObject([{ action: 'scheduler:ListSchedules' }]);
});
