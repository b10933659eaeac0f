import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { type EnvironmentStack, physicalName } from './environment-stack.ts';

export interface ImpactAlarmProps {
  /** Name of the alarm, for instance `api-errors`. */
  name: string;
  metric: IMetric;
  /** Threshold: the alarm goes off above this value. */
  above: number;
  /** Number of consecutive periods above the threshold; 1 by default. */
  periods?: number;
  /** What users notice, and where to look. The person on call reads only this. */
  impact: string;
}

/** An alarm that says what users notice. Missing data means no use, so it does not set off the alarm. */
export function createAlarm(
  scope: EnvironmentStack,
  topic: ITopic,
  props: ImpactAlarmProps,
): Alarm {
  const alarm = new Alarm(scope, `${props.name}-alarm`, {
    alarmName: physicalName(scope.settings, props.name),
    alarmDescription: props.impact,
    metric: props.metric,
    threshold: props.above,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    evaluationPeriods: props.periods ?? 1,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
  return alarm;
}

/** The topic that alarms and budgets report to. Its policy replaces the default policy, so it names both services. */
export function createAlarmTopic(scope: EnvironmentStack): Topic {
  const topic = new Topic(scope, 'Alarms', {
    displayName: `Antecede ${scope.settings.name}`,
    enforceSSL: true,
  });
  for (const service of ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com']) {
    topic.addToResourcePolicy(
      new PolicyStatement({
        actions: ['sns:Publish'],
        principals: [new ServicePrincipal(service)],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
      }),
    );
  }
  const { alertEmail } = scope.settings;
  if (alertEmail) topic.addSubscription(new EmailSubscription(alertEmail));
  return topic;
}
