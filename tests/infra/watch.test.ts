import { expect, test } from 'vitest';
import { resourcesOf, synthesize } from './synthesize.ts';

const prod = synthesize('prod', { alertEmail: 'operator@example.com' });
const alarms = resourcesOf(prod, 'AWS::CloudWatch::Alarm');

test('what people would notice first has an alarm', () => {
  expect(new Set(alarms.map(({ Properties }) => Properties.AlarmName))).toEqual(
    new Set(
      [
        'api-errors',
        'api-latency',
        'mail-dead-letters',
        'mail-late',
        'mail-events-dead-letters',
        'mail-bounces',
        'mail-complaints',
        'account-mails-failed',
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
      ].map((name) => `antecede-prod-${name}`),
    ),
  );
});

test.each(alarms.map(({ Properties }) => ({ name: Properties.AlarmName, Properties })))(
  '$name tells somebody what people notice',
  ({ Properties }) => {
    expect(Properties.AlarmDescription.length).toBeGreaterThan(60);
    expect(Properties.AlarmActions).toHaveLength(1);
    expect(Properties.TreatMissingData).toBe('notBreaching');
  },
);

test('alarms and budgets may reach the topic, and a person subscribes to it', () => {
  const policy = JSON.stringify(resourcesOf(prod, 'AWS::SNS::TopicPolicy')[0]!.Properties);
  expect(policy).toContain('cloudwatch.amazonaws.com');
  expect(policy).toContain('budgets.amazonaws.com');
  const [subscription] = resourcesOf(prod, 'AWS::SNS::Subscription');
  expect(subscription?.Properties).toMatchObject({
    Protocol: 'email',
    Endpoint: 'operator@example.com',
  });
});

test('spending is watched', () => {
  const [budget] = resourcesOf(prod, 'AWS::Budgets::Budget');
  expect(budget?.Properties.Budget.BudgetLimit).toEqual({ Amount: 500, Unit: 'USD' });
});

test('one machine watches nothing', () => {
  expect(resourcesOf(synthesize('local'), 'AWS::CloudWatch::Alarm')).toEqual([]);
});
