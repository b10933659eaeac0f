import { expect, test } from 'vitest';
import { functions as declared, queuesOf } from '#infra/functions.ts';
import { readNeeds } from '#infra/permissions.ts';
import { essentialFunctions, visitorFunctions } from '#infra/settings.ts';
import { queues, unhurriedQueues } from '#shared/resources.ts';
import { ownChoices, resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod');
const functions = resourcesOf(prod, 'AWS::Lambda::Function');
const needs = readNeeds();

test('every endpoint and every job is a function', () => {
  const names = functions.map(({ Properties }) => Properties.FunctionName);
  const expected = declared.map(({ name }) => `antecede-prod-${name}`);
  expect(new Set(names)).toEqual(new Set(expected));
  expect(names).toHaveLength(expected.length);
});

test('functions run on Node 24 and arm64, and log what they say themselves and what Lambda says of failures', () => {
  const usual = expect.objectContaining({
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    LoggingConfig: expect.objectContaining({
      LogFormat: 'JSON',
      ApplicationLogLevel: 'INFO',
      SystemLogLevel: 'WARN',
    }),
  });
  const others = functions.filter(({ Properties }) => !usual.asymmetricMatch(Properties));
  expect(others.map(({ id }) => id)).toEqual([]);
});

test('no two functions share a role or a log group', () => {
  const roles = functions.map(({ Properties }) => JSON.stringify(Properties.Role));
  const logs = functions.map(({ Properties }) => JSON.stringify(Properties.LoggingConfig.LogGroup));
  expect(new Set(roles).size).toBe(functions.length);
  expect(new Set(logs).size).toBe(functions.length);
});

test('logs expire, those with texts or addresses early, and the former feed the search history', () => {
  const groups = resourcesOf(prod, 'AWS::Logs::LogGroup').map(({ Properties }) => Properties);
  const namesOf = (days: number) =>
    groups
      .filter(({ RetentionInDays }) => RetentionInDays === days)
      .map(({ LogGroupName }) => LogGroupName.replace('/antecede/prod/', ''));
  expect(namesOf(30)).toEqual(['api-access']);
  expect([...namesOf(14), ...namesOf(365)]).toHaveLength(groups.length - 1);
  const telling = [...needs].filter(([, { logsSearches }]) => logsSearches).map(([name]) => name);
  expect(telling).toContain('query-index');
  expect(new Set(namesOf(14))).toEqual(new Set(telling));
  const filters = resourcesOf(prod, 'AWS::Logs::SubscriptionFilter');
  expect(filters).toHaveLength(telling.length);
});

test('the log of erasures outlives backups, and its stack where tables do: a restore asks for it', () => {
  const kept = (templates: typeof prod) =>
    resourcesOf(templates, 'AWS::Logs::LogGroup')
      .filter(({ DeletionPolicy }) => DeletionPolicy !== 'Delete')
      .map(({ Properties }) => Properties);
  const [log, ...others] = kept(prod);
  expect(log!.LogGroupName).toBe('/antecede/prod/erase-person');
  // Tables can be restored to any moment of the last 35 days.
  expect(log!.RetentionInDays).toBeGreaterThan(35);
  expect(others).toEqual([]);
  expect(kept(synthesize('dev'))).toEqual([]);
});

test('outputs are validated on one machine only', () => {
  const validating = (templates: typeof prod) =>
    resourcesOf(templates, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties.Environment.Variables.VALIDATE_OUTPUTS === 'true',
    ).length;
  expect(validating(prod)).toBe(0);
  expect(validating(synthesize('local'))).toBe(functions.length);
});

test('queues deliver a few mails at a time, others one by one, and take back failed ones', () => {
  const mappings = resourcesOf(prod, 'AWS::Lambda::EventSourceMapping').map((m) => m.Properties);
  expect(mappings.map(({ BatchSize }) => String(BatchSize)).toSorted()).toEqual([
    '1',
    '1',
    '1',
    '1',
    '1',
    '1',
    '5',
  ]);
  for (const { FunctionResponseTypes, ScalingConfig } of mappings) {
    expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    // Lambda's least is 2, and a new account runs 10 functions at a time.
    expect(ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2);
    expect(ScalingConfig.MaximumConcurrency).toBeLessThanOrEqual(5);
  }
});

test('queues that nobody polls are looked into each minute by the function that may read them, and by no other', () => {
  const looks = resourcesOf(prod, 'AWS::Scheduler::Schedule').filter(({ Properties }) =>
    JSON.stringify(Properties.Target.Input ?? '').includes('queueUrl'),
  );
  const read = looks.map(({ Properties }) => {
    expect(Properties.ScheduleExpression).toBe('rate(1 minute)');
    const { Arn, Input } = Properties.Target;
    const [, queue] = /ExportsOutputRef(\w+?)Queue/.exec(JSON.stringify(Input)) ?? [];
    const name = functions.find(({ id }) => Arn['Fn::GetAtt'][0] === id)!.Properties.FunctionName;
    return `${name.replace('antecede-prod-', '')} ${queue}`;
  });
  const expected = declared.flatMap((one) =>
    queuesOf(one)
      .filter((queue) => unhurriedQueues.includes(queue))
      .map((queue) => `${one.name} ${queue}`),
  );
  expect(read.toSorted()).toEqual(expected.toSorted());
  expect(expected).toHaveLength(unhurriedQueues.length);
  const polled = resourcesOf(prod, 'AWS::Lambda::EventSourceMapping').length;
  expect(polled + expected.length).toBe(queues.length);
});

test('a worker that queues its own work again is not ended as a loop after sixteen turns', () => {
  const functions = resourcesOf(synthesize('prod'), 'AWS::Lambda::Function');
  const mayLoop = functions.filter(({ Properties }) => Properties.RecursiveLoop === 'Allow');
  expect(new Set(mayLoop.map(({ Properties }) => Properties.FunctionName))).toEqual(
    new Set(
      [
        'answer-chat',
        'deliver-webhook',
        'erase-person',
        'fetch-source',
        'make-report',
        'write-export',
      ].map((name) => `antecede-prod-${name}`),
    ),
  );
});

test('visitors have queues of their own, with the fewest workers, and functions that cannot take all instances', () => {
  const templates = synthesize('prod', ownChoices);
  const workersOf = (queue: string) =>
    resourcesOf(templates, 'AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) =>
        JSON.stringify(Properties.EventSourceArn).includes(`${queue}Queue`),
      )
      .map(({ Properties }) => Properties.ScalingConfig.MaximumConcurrency);
  expect(workersOf('VisitorChatRuns')).toEqual([2]);
  const kept = resourcesOf(templates, 'AWS::Lambda::Function').flatMap(({ Properties }) =>
    Properties.ReservedConcurrentExecutions
      ? [`${Properties.FunctionName}: ${Properties.ReservedConcurrentExecutions}`]
      : [],
  );
  expect(kept.toSorted()).toEqual([
    'antecede-prod-end-sessions: 30',
    'antecede-prod-get-filtered-data: 20',
    'antecede-prod-get-patent-text: 20',
    'antecede-prod-limit-attempts: 30',
    'antecede-prod-query-index: 50',
    'antecede-prod-receive-stripe-event: 30',
    'antecede-prod-rerank-patents: 20',
  ]);
  expect(kept).toHaveLength(visitorFunctions + essentialFunctions + 1);
});

test('abandoned builds are repaired every quarter of an hour', () => {
  const schedules = resourcesOf(prod, 'AWS::Scheduler::Schedule');
  const schedule = schedules.find(({ id }) => id.startsWith('SweepBuilds'));
  expect(schedule?.Properties.ScheduleExpression).toBe('rate(15 minutes)');
});

test('the indexes that an operator keeps warm are read at an interval, by the search function alone', () => {
  const warm = synthesize('prod', ownChoices);
  const schedules = resourcesOf(warm, 'AWS::Scheduler::Schedule').filter(({ id }) =>
    id.startsWith('QueryIndex'),
  );
  expect(schedules.map(({ Properties }) => Properties.ScheduleExpression)).toEqual([
    'rate(3 minutes)',
    'rate(3 minutes)',
  ]);
  expect(schedules.map(({ Properties }) => JSON.parse(Properties.Target.Input))).toEqual([
    { warm_index_id: 'us_patents' },
    { warm_index_id: 'idx_1' },
  ]);
  const [target] = schedules.map(({ Properties }) => Properties.Target.Arn['Fn::GetAtt'][0]);
  expect(target).toMatch(/^QueryIndex/);
  const ofRole = resourceNamed(warm, 'AWS::IAM::Role', 'QueryIndexScheduleRole').Properties;
  expect(ofRole.Policies[0].PolicyDocument.Statement).toEqual([
    {
      Action: 'lambda:InvokeFunction',
      Effect: 'Allow',
      Resource: { 'Fn::GetAtt': [target, 'Arn'] },
    },
  ]);
});

test('the canary searches where it is configured, with a key from a secret, and costs nothing elsewhere', () => {
  const named = (templates: typeof prod) => ({
    schedules: resourcesOf(templates, 'AWS::Scheduler::Schedule').filter(({ id }) =>
      id.startsWith('RunCanary'),
    ),
    alarms: resourcesOf(templates, 'AWS::CloudWatch::Alarm').filter(({ id }) =>
      id.startsWith('canary'),
    ),
  });
  expect(named(prod)).toEqual({ schedules: [], alarms: [] });
  const configured = synthesize('prod', ownChoices);
  const { schedules, alarms } = named(configured);
  expect(schedules.map(({ Properties }) => Properties.ScheduleExpression)).toEqual([
    'rate(10 minutes)',
  ]);
  expect(alarms).toHaveLength(1);
  const { Environment } = resourceNamed(
    configured,
    'AWS::Lambda::Function',
    'RunCanaryFunction',
  ).Properties;
  expect(Environment.Variables).toMatchObject({
    CANARY_INDEX: 'arxiv',
    CANARY_TEXT: 'neural networks',
    SECRET_CANARY: 'antecede-prod-canary',
  });
});

test('only the user pool may call the function that writes its mails', () => {
  const pool = resourceNamed(prod, 'AWS::Cognito::UserPool', 'Users');
  const [functionId] = pool.Properties.LambdaConfig.CustomMessage['Fn::GetAtt'];
  expect(functionId).toMatch(/^WordAccountMail/);
  const permissions = resourcesOf(prod, 'AWS::Lambda::Permission').filter(
    ({ Properties }) => Properties.FunctionName['Fn::GetAtt']?.[0] === functionId,
  );
  expect(permissions.map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [pool.id, 'Arn'] },
    }),
  ]);
});
