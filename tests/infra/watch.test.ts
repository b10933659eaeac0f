import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type DeployedFunction, functions } from '#infra/functions.ts';
import { canaryAlarms } from '#infra/stacks/canary-alarms.ts';
import { clusterAlarms } from '#infra/stacks/cluster-alarms.ts';
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
        'mail-dead-letters',
        'mail-late',
        'mail-events-dead-letters',
        'mail-bounces',
        'mail-complaints',
        'account-mails-failed',
        'alerts-failed',
        'sign-ins-refused',
        'payment-events-failed',
        'payments-not-reconciled',
        'erasures-stuck',
        'exports-stuck',
        'assistant-failing',
        'assistant-stuck',
        'reports-refused',
        'reports-failing',
        'reports-stuck',
        'reports-late',
        'builds-failed',
        'builds-timed-out',
        'builds-not-swept',
        'searches-not-recorded',
        'search-exports-stuck',
        'search-exports-failed',
        'sources-not-asked',
        'sources-stuck',
        'webhooks-stuck',
        'reminders-failed',
        'accounts-not-closed',
        'accounts-not-swept',
        'customers-not-deleted',
        'payments-not-swept',
        'alerts-not-run',
      ].map((name) => `antecede-prod-${name}`),
    ),
  );
});

test('what fails with nobody waiting for it has an alarm', () => {
  const isSilent = ({ trigger, alarms }: DeployedFunction) => {
    if (typeof trigger !== 'object' && trigger !== 'search-log' && trigger !== 'reminders')
      return false;
    if (typeof trigger === 'object' && ('workflow' in trigger || 'userPool' in trigger))
      return false;
    const fault = typeof trigger === 'object' && 'queue' in trigger ? 'dead letters' : 'errors';
    return !alarms.some((alarm) => 'of' in alarm && alarm.of === fault);
  };
  expect(functions.filter(isSilent).map(({ name }) => name)).toEqual([]);
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
  expect(new Set(Object.keys(drills))).toEqual(namesOf(local, 'local'));
});
