import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pascalCase } from '#infra/constructs/standard-function.ts';
import { type DeployedFunction, functions, queuesOf } from '#infra/functions.ts';
import { canaryAlarms } from '#infra/stacks/canary-alarms.ts';
import { clusterAlarms } from '#infra/stacks/cluster-alarms.ts';
import { unhurriedQueues } from '#shared/resources.ts';
import { drills } from '#tests/drills/alarms/drills.ts';
import { ownChoices, resourceNamed, resourcesOf, synthesize } from './synthesize.ts';

const root = join(import.meta.dirname, '../..');

const prod = synthesize('prod');
const alarms = resourcesOf(prod, 'AWS::CloudWatch::Alarm');

test('user-visible failures have alarms', () => {
  expect(new Set(alarms.map(({ Properties }) => Properties.AlarmName))).toEqual(
    new Set(
      [
        'api-errors',
        'api-latency',
        'functions-throttled',
        'dead-letters',
        'jobs-failing',
        'work-failed',
        'mail-late',
        'mail-bounces',
        'mail-complaints',
        'account-mails-failed',
        'sign-ins-refused',
        'payment-events-failed',
        'erasures-stuck',
        'assistant-failing',
        'reports-refused',
        'reports-late',
        'builds-failed',
        'builds-timed-out',
      ].map((name) => `antecede-prod-${name}`),
    ),
  );
});

test('what fails with nobody waiting for it is kept in a queue that has an alarm, and its runbook says what it means', () => {
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const runbookOf = (alarm: string) =>
    new RegExp(`^### ${alarm}\\n\\n(.*?)(?=^##)`, 'ms').exec(page)?.[1] ?? '';
  const failedJobs = resourceNamed(prod, 'AWS::SQS::Queue', 'FailedJobs');
  const kept = resourcesOf(prod, 'AWS::Lambda::EventInvokeConfig').filter(({ Properties }) =>
    JSON.stringify(Properties.DestinationConfig.OnFailure).includes(failedJobs.id),
  );
  const isSilent = ({ trigger }: DeployedFunction) =>
    trigger === 'search-log' ||
    trigger === 'reminders' ||
    (typeof trigger === 'object' && 'everyMinutes' in trigger) ||
    queuesOf({ trigger }).some((queue) => unhurriedQueues.includes(queue));
  const silent = functions.filter(isSilent);
  expect(kept).toHaveLength(silent.length);
  for (const { name } of silent) {
    const { id } = resourceNamed(prod, 'AWS::Lambda::Function', pascalCase(name));
    expect.soft(JSON.stringify(kept), name).toContain(`"Ref":"${id}"`);
    expect.soft(runbookOf('jobs-failing'), name).toContain(`\`${name}\``);
  }
  const ofQueues = functions.filter((one) => queuesOf(one).length > 0);
  const own = ofQueues.filter(({ alarms }) =>
    alarms.some((alarm) => 'of' in alarm && alarm.of === 'dead letters'),
  );
  expect(own.map(({ name }) => name)).toEqual(['erase-person']);
  for (const { name } of ofQueues.filter((one) => !own.includes(one))) {
    expect.soft(runbookOf('dead-letters'), name).toContain(`\`${name}\``);
  }
});

test('an alarm on a job that runs now and then does not wait for periods in which it does not run', () => {
  const waits = functions.flatMap(({ name, trigger, alarms }) =>
    typeof trigger === 'object' && 'everyMinutes' in trigger
      ? alarms.filter(({ periods = 1 }) => periods > 1).map((alarm) => `${name} ${alarm.name}`)
      : [],
  );
  expect(waits).toEqual([]);
});

test('alarms tell somebody what people notice', () => {
  for (const { id, Properties } of alarms) {
    expect.soft(Properties.AlarmDescription.length, id).toBeGreaterThan(60);
    expect.soft(Properties.AlarmActions, id).toHaveLength(1);
    expect.soft(Properties.TreatMissingData, id).toBe('notBreaching');
  }
});

test('each alarm has a runbook, and each runbook an alarm', () => {
  const page = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, chapter = ''] = /^## Alarms$(.*?)^## /ms.exec(page) ?? [];
  const runbooks = [...chapter.matchAll(/^### ([\w-]+)\n\n(.+)/gm)];
  const ofCluster = clusterAlarms('cluster', '1', ownChoices.cluster.managed);
  expect(new Set(runbooks.map(([, name]) => `antecede-prod-${name}`))).toEqual(
    new Set([
      ...alarms.map(({ Properties }) => Properties.AlarmName),
      ...ofCluster.map(({ name }) => `antecede-prod-${name}`),
      ...canaryAlarms('run-canary', ownChoices.canary).map(({ name }) => `antecede-prod-${name}`),
    ]),
  );
});

test('every metric that a function logs is read by an alarm or the dashboard: each costs 0.30 USD a month', () => {
  const logged = globSync('functions/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/addMetric\((.*?)MetricUnit/gs)].flatMap(
      ([, name = '']) => Array.from(name.matchAll(/'(\w+)'(?! \?)/g), ([, text]) => text!),
    ),
  );
  const read = JSON.stringify(prod.Watch);
  expect(logged).toContain('faults');
  expect(logged.filter((name) => !read.includes(name))).toEqual([]);
});

test('routes have no metrics of their own: nothing reads them', () => {
  const stage = resourceNamed(prod, 'AWS::ApiGatewayV2::Stage', 'DefaultStage').Properties;
  expect(stage.DefaultRouteSettings.DetailedMetricsEnabled).toBeUndefined();
});

test('alarms and budgets may reach the topic, and a person subscribes to it', () => {
  const policy = JSON.stringify(resourcesOf(prod, 'AWS::SNS::TopicPolicy')[0]!.Properties);
  expect(policy).toContain('cloudwatch.amazonaws.com');
  expect(policy).toContain('budgets.amazonaws.com');
  const [subscription] = resourcesOf(prod, 'AWS::SNS::Subscription');
  expect(subscription?.Properties).toMatchObject({
    Protocol: 'email',
    Endpoint: 'operator@antecede.test',
  });
});

test('spending is watched', () => {
  const [budget] = resourcesOf(prod, 'AWS::Budgets::Budget');
  expect(budget?.Properties.Budget.BudgetLimit).toEqual({ Amount: 500, Unit: 'USD' });
});

test('whoever is on call can practise each alarm on the local cloud, which knows what it watches', () => {
  const local = resourcesOf(synthesize('local'), 'AWS::CloudWatch::Alarm');
  const chosen = resourcesOf(synthesize('prod', ownChoices), 'AWS::CloudWatch::Alarm');
  const namesOf = (found: typeof alarms, environment: string) =>
    new Set(
      found.map(({ Properties }) => Properties.AlarmName.replace(`antecede-${environment}-`, '')),
    );
  expect(namesOf(local, 'local')).toEqual(namesOf(chosen, 'prod'));
  expect(new Set(Object.entries(drills).map(([name, { alarm = name }]) => alarm))).toEqual(
    namesOf(local, 'local'),
  );
});
