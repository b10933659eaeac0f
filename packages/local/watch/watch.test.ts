import { expect, it } from 'vitest';
import type { Resource } from '#local/assembly/resource.ts';
import { openAlarms } from './alarms.ts';
import { evaluateExpression } from './expression.ts';
import { metricsOfLine } from './log-metrics.ts';
import { openMetrics } from './metrics.ts';

it.each([
  ['100 * errors / MAX([requests, 1])', { errors: 2, requests: 50 }, 4],
  ['100 * errors / MAX([requests, 1])', { errors: 0, requests: 0 }, 0],
  ['IF(refused > 20, 100 * refused / asked, 0)', { refused: 20, asked: 20 }, 0],
  ['IF(refused > 20, 100 * refused / asked, 0)', { refused: 30, asked: 40 }, 75],
  ['100 - 100 * free / 200', { free: 50 }, 75],
  ['MAX([m0, m1])', { m0: 3, m1: 7 }, 7],
  ['DIFF(total)', { total: 5 }, 4],
  ['a - b - (c - 1)', { a: 10, b: 3, c: 2 }, 6],
  ['MAX([m0, m1])', { m0: 3 }, undefined],
])('%s of %o is %s', (expression, values: Record<string, number>, expected) => {
  const read = (id: string, back: number) =>
    values[id] === undefined ? undefined : values[id] - 4 * back;
  expect(evaluateExpression(expression, read)).toBe(expected);
});

it.each(['SUM(a)', 'a +', 'a b', ''])('the expression "%s" is refused', (expression) => {
  expect(() => evaluateExpression(expression, () => 1)).toThrow('cannot read the expression');
});

const minute = 60_000;
const slow = {
  namespace: 'AWS/ApiGateway',
  name: 'Latency',
  dimensions: { ApiId: 'a1' },
};

it('metrics give their statistics of a time, and no value without data', () => {
  let now = 0;
  const metrics = openMetrics(() => now);
  for (let value = 1; value <= 100; value++) metrics.record({ ...slow, value });
  now = 5 * minute;
  metrics.record({ ...slow, value: 7000 });
  const over = (stat: string, from: number, to: number) =>
    metrics.read({ ...slow, stat }, from * minute, to * minute);
  expect(over('Sum', -1, 1)).toBe(5050);
  expect(over('SampleCount', -1, 1)).toBe(100);
  expect(over('p99', -1, 1)).toBe(99);
  expect(over('Maximum', -1, 5)).toBe(7000);
  expect(over('Minimum', -1, 5)).toBe(1);
  expect(over('Average', 1, 5)).toBe(7000);
  expect(over('Sum', 1, 4)).toBeUndefined();
  const other = { ...slow, dimensions: { ApiId: 'a2' }, stat: 'Sum' };
  expect(metrics.read(other, -minute, 5 * minute)).toBeUndefined();
  now += 3 * 60 * minute;
  metrics.record({ ...slow, value: 1 });
  expect(over('Sum', -1, 6), 'what is old is forgotten').toBeUndefined();
});

const alarm = (properties: object): Resource => ({
  stack: 'watch',
  logicalId: 'slow',
  type: 'AWS::CloudWatch::Alarm',
  ref: 'slow',
  attributes: {},
  metadata: {},
  properties: {
    AlarmName: 'slow',
    AlarmDescription: 'Pages hang.',
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 5000,
    EvaluationPeriods: 2,
    TreatMissingData: 'notBreaching',
    Namespace: slow.namespace,
    MetricName: slow.name,
    Dimensions: [{ Name: 'ApiId', Value: 'a1' }],
    Period: 300,
    ...properties,
  },
});

it('an alarm goes off when all its periods are above the threshold, and ends when one is not', () => {
  let now = 0;
  const metrics = openMetrics(() => now);
  const states = openAlarms([alarm({ ExtendedStatistic: 'p99' })], metrics, () => now);
  metrics.record({ ...slow, value: 6000 });
  expect(states()).toMatchObject([{ state: 'OK', values: [6000, null] }]);
  now = 5 * minute;
  metrics.record({ ...slow, value: 9000 });
  expect(states()).toMatchObject([{ state: 'ALARM', values: [9000, 6000] }]);
  now = 10 * minute;
  expect(states()).toMatchObject([{ state: 'OK', values: [null, 9000] }]);
});

it('an alarm that is not emulated is refused by name', () => {
  const metrics = openMetrics(() => 0);
  const open = (properties: object) => () => openAlarms([alarm(properties)], metrics, () => 0);
  expect(open({ Statistic: 'Sum', DatapointsToAlarm: 1 })).toThrow('DatapointsToAlarm');
  expect(open({ TreatMissingData: 'breaching' })).toThrow('watch/slow');
  expect(open({})).toThrow('slow watches nothing');
});

it('metrics in a log line are read; other lines have none', () => {
  const line = {
    _aws: {
      Timestamp: 1,
      CloudWatchMetrics: [
        {
          Namespace: 'Antecede',
          Dimensions: [['service']],
          Metrics: [{ Name: 'faults', Unit: 'Count' }],
        },
      ],
    },
    service: 'receive-stripe-event',
    faults: [1, 2],
  };
  const datum = {
    namespace: 'Antecede',
    name: 'faults',
    dimensions: { service: 'receive-stripe-event' },
  };
  expect(metricsOfLine(JSON.stringify(line))).toEqual([
    { ...datum, value: 1 },
    { ...datum, value: 2 },
  ]);
  expect(metricsOfLine('{"message":"request"}')).toEqual([]);
  expect(metricsOfLine('not "_aws" JSON')).toEqual([]);
});
