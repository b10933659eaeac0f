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
import { type HouseStack, houseName } from './house-stack.ts';

export interface ImpactAlarmProps {
  /** `api-errors`: what the alarm is called. */
  name: string;
  metric: IMetric;
  /** Alarms above this value. */
  above: number;
  /** Periods in a row; 1 unless told. */
  periods?: number;
  /** What people notice, and where to look. Whoever is woken reads only this. */
  impact: string;
}

/** An alarm that says what people notice. No data means that nobody used it, which is no alarm. */
export function createAlarm(scope: HouseStack, topic: ITopic, props: ImpactAlarmProps): Alarm {
  const alarm = new Alarm(scope, `${props.name}-alarm`, {
    alarmName: houseName(scope.settings, props.name),
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

/** Where alarms and budgets report. Its policy replaces the default one, so both are named. */
export function createAlarmTopic(scope: HouseStack): Topic {
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
