import * as z from 'zod';
import { type Resource, readProperties } from '#local/assembly/resource.ts';
import { evaluateExpression } from './expression.ts';
import type { MetricQuery, Metrics } from './metrics.ts';

const dimensions = z
  .array(z.strictObject({ Name: z.string(), Value: z.string() }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));

/** A metric of an alarm with several, or an expression over them. */
const queried = z.strictObject({
  Id: z.string(),
  Label: z.string().optional(),
  ReturnData: z.boolean().default(true),
  Expression: z.string().optional(),
  /** Of an expression. */
  Period: z.int().optional(),
  MetricStat: z
    .strictObject({
      Metric: z.strictObject({
        Namespace: z.string(),
        MetricName: z.string(),
        Dimensions: dimensions,
      }),
      Period: z.int(),
      Stat: z.string(),
    })
    .optional(),
});

/** An alarm as the template declares it. All of ours go off above their threshold and take no data for no use. */
const declared = z.strictObject({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.unknown().optional(),
  OKActions: z.unknown().optional(),
  Tags: z.unknown().optional(),
  ComparisonOperator: z.literal('GreaterThanThreshold'),
  Threshold: z.number(),
  EvaluationPeriods: z.int(),
  TreatMissingData: z.literal('notBreaching'),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: dimensions,
  Period: z.int().optional(),
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Metrics: z.array(queried).optional(),
});

/** What an alarm looks at. */
interface Watched {
  periodMs: number;
  /** Metrics by their ids. */
  metrics: ReadonlyMap<string, MetricQuery>;
  /** Over these ids; a single metric is its own expression. */
  expression: string;
}

interface Alarm extends Watched {
  name: string;
  /** What people notice. */
  description: string;
  /** It goes off above this value… */
  threshold: number;
  /** …in so many periods in a row. */
  periods: number;
}

/** An alarm as it stands. */
export interface AlarmState extends Pick<Alarm, 'name' | 'description' | 'threshold'> {
  state: 'OK' | 'ALARM';
  periodSeconds: number;
  /** Of the periods that it looks at, the newest first; null without data, which is no reason for an alarm. */
  values: (number | null)[];
  /** The metrics behind it, for whoever publishes one. */
  metrics: MetricQuery[];
}

/**
 * Reads the alarms of the templates. They are evaluated when somebody asks, over the time until then: nobody watches one
 * machine, so nothing runs for them in the background.
 */
export function openAlarms(resources: readonly Resource[], metrics: Metrics, now: () => number) {
  const alarms = resources
    .filter(({ type }) => type === 'AWS::CloudWatch::Alarm')
    .map((resource) => readAlarm(readProperties(resource, declared)));
  return (): AlarmState[] => alarms.map((alarm) => stateOf(alarm, metrics, now()));
}

function readAlarm(alarm: z.output<typeof declared>): Alarm {
  return {
    name: alarm.AlarmName,
    description: alarm.AlarmDescription,
    threshold: alarm.Threshold,
    periods: alarm.EvaluationPeriods,
    ...readWatched(alarm),
  };
}

function readWatched({ AlarmName, ...alarm }: z.output<typeof declared>): Watched {
  const { Namespace, MetricName, Dimensions, Period = 0, Metrics } = alarm;
  const { Statistic, ExtendedStatistic = Statistic } = alarm;
  if (Namespace && MetricName && ExtendedStatistic) {
    const query = {
      namespace: Namespace,
      name: MetricName,
      dimensions: Dimensions,
      stat: ExtendedStatistic,
    };
    return { periodMs: Period * 1000, metrics: new Map([['m', query]]), expression: 'm' };
  }
  const found = Metrics?.find(({ ReturnData }) => ReturnData);
  const stats = Metrics?.flatMap(({ Id, MetricStat }) => (MetricStat ? [{ Id, MetricStat }] : []));
  if (!found || !stats?.length) throw new Error(`${AlarmName} watches nothing`);
  const [first] = stats;
  return {
    periodMs: first!.MetricStat.Period * 1000,
    expression: found.Expression ?? found.Id,
    metrics: new Map(
      stats.map(({ Id, MetricStat: { Metric, Stat } }) => [
        Id,
        {
          namespace: Metric.Namespace,
          name: Metric.MetricName,
          dimensions: Metric.Dimensions,
          stat: Stat,
        },
      ]),
    ),
  };
}

function stateOf(alarm: Alarm, metrics: Metrics, now: number): AlarmState {
  const { name, description, threshold, periods, periodMs, expression } = alarm;
  const valueAt = (period: number) => {
    const value = evaluateExpression(expression, (id, back) => {
      const query = alarm.metrics.get(id);
      if (!query) throw new Error(`${name}: ${expression} names ${id}, which is no metric`);
      const end = now - (period + back) * periodMs;
      return metrics.read(query, end - periodMs, end);
    });
    return value ?? null;
  };
  const values = Array.from({ length: periods }, (_, period) => valueAt(period));
  const isBreaching = values.every((value) => value !== null && value > threshold);
  return {
    name,
    description,
    threshold,
    state: isBreaching ? 'ALARM' : 'OK',
    periodSeconds: periodMs / 1000,
    values,
    metrics: [...alarm.metrics.values()],
  };
}
