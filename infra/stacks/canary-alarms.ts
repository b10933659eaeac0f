import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ImpactAlarmProps } from '#infra/constructs/impact-alarm.ts';
import type { Environment } from '#infra/environments.ts';

/**
 * The alarm of the canary, which makes a search as a customer does. Lambda repeats a failed run twice within minutes, so
 * a single error that passes by itself is one of three.
 */
export function canaryAlarms(
  FunctionName: string,
  { everyMinutes }: Pick<NonNullable<Environment['canary']>, 'everyMinutes'>,
): ImpactAlarmProps[] {
  return [
    {
      name: 'canary-failing',
      impact:
        'A search with a key from outside failed twice in a row: customers’ programs probably fail, too. The log of run-canary has the answer.',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Errors',
        dimensionsMap: { FunctionName },
        statistic: 'Sum',
        period: Duration.minutes(everyMinutes),
      }),
      above: 1,
    },
  ];
}
